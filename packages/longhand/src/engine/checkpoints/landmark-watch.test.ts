import { afterEach, describe, expect, test } from 'vitest'
import { assistant, type Message, type Part, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints } from '../../testing/failpoint.ts'
import { aborted, openTestEngine, say, scripted, settle, type TestEngine } from '../../testing/test-engine.ts'
import type { Generate } from '../ports/chat-model.ts'
import { retry } from '../turn/answer-again.ts'
import { recoverOnce } from '../turn/recovery.ts'
import { send, stopTurn } from '../turn/send.ts'

afterEach(disarmFailpoints)

const call = (name: string, path: string): Part => ({ type: 'tool-call', callId: path, name, input: { path } })
const result = (name: string, path: string, outcome: 'ok' | 'error' = 'ok'): Part => ({
  type: 'tool-result',
  callId: path,
  name,
  outcome,
  output: '…',
})
const step = (name: string, path: string, outcome?: 'error'): readonly Message[] => [
  { role: 'assistant', parts: [call(name, path)] },
  { role: 'tool', parts: [result(name, path, outcome)] },
]

/** Plays the steps one after the other. */
const playing = (steps: readonly (readonly Message[])[]): Generate => {
  let at = 0
  return scripted(() => steps[at++]!)
}

const saved = async ({ scope }: TestEngine) =>
  (await scope.store.checkpoints.list(scope.conversation)).map(({ tags, label, number }) => [...tags, label, number])

const openWith = (generate: Generate) => openTestEngine({ storage: openMemory(), generate })

/** Waits until something holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const late = Date.now() + 5_000; !(await holds()); ) {
    if (Date.now() > late) throw new Error(`Never: ${holds}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** A model that shows these parts, and then works on until it is told to go on. */
function showing(parts: readonly Part[]) {
  const going = Promise.withResolvers<void>()
  const shown = Promise.withResolvers<void>()
  const generate: Generate = async function* (_, signal) {
    yield { type: 'chunk', chunk: { type: 'tool-output-available' }, parts: () => parts }
    shown.resolve()
    await Promise.race([going.promise, aborted(signal)])
    if (signal.aborted) return void (yield { type: 'failed', failure: { type: 'cancelled', sentence: 'Stopped.' } })
    const said = parts.filter(({ type }) => type !== 'tool-result')
    const results = parts.filter(({ type }) => type === 'tool-result')
    yield {
      type: 'end',
      messages: [
        { role: 'assistant', parts: said },
        ...(results.length > 0 ? [{ role: 'tool', parts: results } as const] : []),
      ],
      finish: 'stop',
      usage: null,
    }
  }
  return { generate, shown: shown.promise, goOn: going.resolve }
}

describe('K2 in a tool loop', () => {
  test('every landmark has a checkpoint of its own, at its place', async () => {
    const it = await openWith(
      playing([
        step('write_file', 'a.ts'),
        step('run', 'test', 'error'),
        step('write_file', 'b.ts'),
        step('run', 'test again'),
        [assistant("The tests pass now. We'll use tabs.")],
      ]),
    )
    await say(it, 'Go with option B.')
    expect(await saved(it)).toEqual([
      ['decision', "We'll use tabs.", 10],
      ['fix', 'The tests pass now.', 10],
      ['code', 'Wrote b.ts', 7],
      ['code', 'Wrote a.ts', 3],
      ['decision', 'Go with option B.', 1],
    ])
  })

  test('it is there before the next step has ended', async () => {
    const { generate, goOn } = showing([{ type: 'text', text: 'Done.' }])
    const first = playing([step('write_file', 'a.ts')])
    let calls = 0
    const it = await openWith((request, signal) => (calls++ === 0 ? first : generate)(request, signal))
    const talk = say(it, 'Write it.')
    await until(async () => (await saved(it)).length === 1)
    goOn()
    await talk
    expect(await saved(it)).toEqual([['code', 'Wrote a.ts', 3]])
  })

  test.each([
    ['a file', [call('write_file', 'a.ts'), call('run', 'x'), result('write_file', 'a.ts')], 'Wrote a.ts'],
    [
      'a block of code',
      [{ type: 'text', text: 'So:\n```ts\nconst a = 1\nconst b = 2\n\n```\nNow' }],
      'Code: const a = 1',
    ],
    ['a decision', [{ type: 'text', text: "Let's use Postgres. I am look" }], "Let's use Postgres."],
  ] as [string, Part[], string][])(
    '%s is marked while the step that holds it still runs, and once it has ended in its place',
    async (_, parts, label) => {
      const { generate, goOn } = showing(parts)
      const it = await openWith(generate)
      const talk = say(it, 'Begin.')
      await until(async () => (await saved(it)).length === 1)
      expect(await saved(it)).toEqual([[expect.any(String), label, 1]])
      goOn()
      await talk
      expect(await saved(it)).toEqual([[expect.any(String), label, parts.length === 1 ? 2 : 3]])
      expect(it.events.filter(({ type }) => type === 'checkpoint')).toHaveLength(1)
    },
  )

  test('a person who reported an error and says that it is gone has a fix, in a chat without tools', async () => {
    const it = await openWith(playing([[assistant('Try npm ci.')], [assistant('Good.')]]))
    await say(it, 'npm test fails with ENOENT.')
    await say(it, 'Thanks, it works now.')
    expect(await saved(it)).toEqual([['fix', 'Thanks, it works now.', 3]])
  })

  test('answering the same message anew does not mark it again', async () => {
    const it = await openWith(scripted(() => [assistant('Good.')]))
    await say(it, "We'll use tabs.")
    await retry(it.scope)
    await settle(it)
    expect((await saved(it)).filter(([tag]) => tag === 'decision')).toHaveLength(1)
  })
})

describe('K2 in a turn that does not end well', () => {
  test('what was written before it failed is marked', async () => {
    const writing = playing([step('write_file', 'a.ts')])
    let calls = 0
    const failing: Generate = async function* (request, signal) {
      if (calls++ === 0) return void (yield* writing(request, signal))
      yield { type: 'failed', failure: { type: 'refused-key', sentence: 'No.' } }
    }
    const it = await openWith(failing)
    await say(it, 'Write it.')
    expect(await saved(it)).toEqual([['code', 'Wrote a.ts', 3]])
  })

  test('what was written before it was stopped is marked', async () => {
    const { generate, shown } = showing([call('write_file', 'a.ts'), result('write_file', 'a.ts')])
    const it = await openWith(generate)
    const talk = say(it, 'Write it.')
    await shown
    await stopTurn(it.scope)
    await talk
    expect(await saved(it)).toEqual([['code', 'Wrote a.ts', 3]])
  })

  test('what was written before the process died is marked by the one that finds it, once', async () => {
    let passed = 0
    const storage = openMemory({ now: () => Date.now() + passed })
    const { generate } = showing([call('write_file', 'a.ts'), result('write_file', 'a.ts')])
    const dead = await openTestEngine({ storage, generate })
    await send(dead.scope, { id: 'm1', message: user('Write it.') })
    await until(async () => (await saved(dead)).length === 1)
    armFailpoints('turns.save:before=hang;turns.beat:before=hang')
    await new Promise(resolve => setTimeout(resolve, 50))
    passed = 60_000
    const alive = await openTestEngine({ storage, worker: 'w2', conversation: dead.scope.conversation })
    await recoverOnce(alive.engine)
    expect(await saved(alive)).toEqual([['code', 'Wrote a.ts', 3]])
  })
})

test('F5 a storage that cannot save checkpoints does not keep the turn waiting', async () => {
  const it = await openWith(playing([step('write_file', 'a.ts'), [assistant('Done.')]]))
  armFailpoints('checkpoints.create:before=throw')
  const chunks = await say(it, 'Write it.')
  expect(chunks.at(-1)).toEqual({ type: 'finish' })
  await Promise.all([...it.engine.background].map(({ done }) => done))
  expect(it.events).toContainEqual(expect.objectContaining({ type: 'checkpoint', kind: 'code', outcome: 'failed' }))
  expect(await saved(it)).toEqual([])
})
