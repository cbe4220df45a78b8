import { expect, test } from 'vitest'
import { activeCompaction } from '../../core/branch.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say, saying, settle } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { compactNow } from './compact-now.ts'
import { preview } from './preview.ts'

const reply = `I changed src/worker/queue.ts. ${'The queue was read once more, and all of it was as it had been before. '.repeat(12)}`
const ask = { by: 'force', trigger: 'person' } as const

/** A room where runs of answers become digests, with so many exchanges. */
async function room(exchanges: number) {
  const it = await openTestEngine({
    storage: openMemory(),
    window: 20_000,
    reserve: 500,
    generate: saying(reply),
    policy: { strategy: 'digest', automatic: 'off', keep: { by: 'messages', amount: 2 }, target: 0.05 },
  })
  for (let at = 1; at <= exchanges; at++) await say(it, `Question ${at}?`)
  const read = async () => {
    const found = await preview(it.scope, ask, new AbortController().signal)
    if (found.type !== 'preview') throw new Error(found.reason)
    return found
  }
  const condense = async (text: string, upTo?: number) => {
    const choice = upTo === undefined ? {} : { choice: { type: 'up-to', number: upTo } as const }
    const started = await compactNow(it.scope, { ...ask, text, ...choice })
    if (started.type !== 'running') throw new Error(started.type)
    const outcome = await started.done
    await settle(it)
    return outcome
  }
  const texts = async () =>
    activeCompaction((await readSnapshot(it.scope)).branch)?.folds.flatMap(fold =>
      fold.type === 'digest' ? [fold.text] : [],
    ) ?? []
  return { ...it, read, condense, texts }
}

test('C14 of several digests each is read and edited in its own place', async () => {
  const it = await room(8)
  const { text, folding } = await it.read()
  const parts = text!.split('\n\n———\n\n')
  expect(parts.length).toBeGreaterThan(2)
  expect(folding).toHaveLength(parts.length)
  const mine = parts.map((_, at) => `Mine, number ${at + 1}.`)
  expect(await it.condense(mine.join('\n———\n'))).toMatchObject({ type: 'completed' })
  expect(await it.texts()).toEqual(mine)
})

test('C14 digests that are accepted as they were read count as they were read, whoever spoke meanwhile', async () => {
  const it = await room(8)
  const { text, folding } = await it.read()
  await say(it, 'Meanwhile?')
  const outcome = await it.condense(text, Math.max(...folding))
  expect(await it.texts()).toEqual(text.split('\n\n———\n\n'))
  expect(outcome).toMatchObject({
    type: 'completed',
    receipt: { strategy: 'digest', method: 'extract', folded: folding.length },
  })
})

test('C14 words that do not say which digest they stand for change nothing', async () => {
  const it = await room(8)
  expect(await it.condense('Mine, for all of them.')).toMatchObject({
    type: 'failed',
    sentence: expect.stringMatching(/texts are needed here/),
  })
  expect(await it.texts()).toEqual([])
})

test('C14 digests that stand already are carried on, and not shown, counted or folded once more', async () => {
  const it = await room(8)
  const first = await it.read()
  const mine = first.text!.split('\n\n———\n\n').map((_, at) => `Mine, number ${at + 1}.`)
  await it.condense(mine.join('\n———\n'))
  for (let at = 1; at <= 4; at++) await say(it, `Later question ${at}?`)
  const second = await it.read()
  expect(second.text).not.toContain('Mine')
  const { status } = await readSnapshot(it.scope)
  const saved = second.folding.length * Math.ceil(reply.length / 4)
  expect(second.after).toBeLessThan(status.used - saved / 2)
})
