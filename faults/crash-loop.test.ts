import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EngineEvent } from '../packages/longhand/src/engine/ports/events.ts'
import { embeddedDirectory } from '../packages/longhand/src/testing/store-contract/embedded.ts'

type Life = { readonly end: 'died' | 'lived'; readonly told: readonly EngineEvent[] }

test('F3 K8 what killed two processes is not run by the third, which says so and goes on; a person may try once', async () => {
  const directory = await embeddedDirectory()
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const live = lifeOn(directory, randomUUID())
  const warned = expect.objectContaining({ type: 'warning', code: 'crash-loop' })
  const answered = expect.objectContaining({ type: 'turn', outcome: 'done' })

  expect(await live('fill and say')).toMatchObject({ end: 'died' })
  expect(await live('take over')).toMatchObject({ end: 'died' })
  const third = await live('say')
  expect(third).toEqual({ end: 'lived', told: expect.arrayContaining([warned, answered]) })
  expect(third.told).toContainEqual(
    expect.objectContaining({ type: 'compaction', phase: 'failed', reason: 'crash-loop' }),
  )
  // Nobody asks for the same again by themselves, in any process.
  expect(await live('say')).toEqual({ end: 'lived', told: expect.not.arrayContaining([warned]) })

  expect(await live('condense')).toMatchObject({ end: 'died' })
  expect(await live('say')).toEqual({ end: 'lived', told: expect.arrayContaining([warned, answered]) })
})

/** Every process dies as soon as it reads what it is to condense. */
function lifeOn(directory: string, conversation: string): (task: string) => Promise<Life> {
  return async task => {
    const child = fork(join(import.meta.dirname, 'crash-loop.child.ts'), [directory, conversation, task], {
      env: { ...process.env, NODE_ENV: 'test', FAILPOINTS: 'entries.walk:before=kill' },
      execArgv: [],
    })
    const told: EngineEvent[] = []
    child.on('message', event => void told.push(event as EngineEvent))
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`It ended with ${code ?? signal}.`)
    return { end: signal === 'SIGKILL' ? 'died' : 'lived', told }
  }
}
