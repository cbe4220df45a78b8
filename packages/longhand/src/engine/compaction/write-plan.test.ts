import { expect, test } from 'vitest'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say, scripted, settle } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { compactNow } from './compact-now.ts'

test('Q2 what two digests fold is still told by one of them: neither leaves it to the other', async () => {
  let turn = 0
  const generate = scripted(() => {
    const about = ++turn === 2 || turn === 4 ? 'The queue is claimed in src/harbour/claimQueue.ts.' : `Step ${turn}.`
    return [{ role: 'assistant', parts: [{ type: 'text', text: `${about} ${'And so on and on. '.repeat(40)}` }] }]
  })
  const policy = { strategy: 'digest', automatic: 'off', target: 0.15, keep: { by: 'messages', amount: 2 } } as const
  const it = await openTestEngine({ storage: openMemory(), generate, window: 20_000, policy })
  for (let at = 1; at <= 8; at++) await say(it, `Go on with ${at}.`)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'completed' })
  await settle(it)
  const { view } = await readSnapshot(it.scope)
  expect(view.filter(({ kind }) => kind === 'digest').length).toBeGreaterThan(2)
  expect(JSON.stringify(view)).toContain('claimQueue.ts')
})
