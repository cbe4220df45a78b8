import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { fitView } from './fit.ts'
import { parseReceipt } from './parse-job.ts'
import { protectMessage } from './protect-message.ts'

test('F1 a refusal names the largest messages by the numbers that people see', async () => {
  const it = await openTestEngine({
    storage: openMemory(),
    window: 5_000,
    reserve: 500,
    policy: { automatic: 'off' },
  })
  await say(it, 'First')
  await say(it, 'Second')
  // An entry that is not a message: from here on depth and number differ.
  await protectMessage(it.scope, 3, 'protect')
  const chunks = await say(it, 'x'.repeat(6_000))
  expect(JSON.stringify(chunks)).toContain('Largest: ¶ 5 (')
})

const call = (at: number) => ({ type: 'tool-call', callId: `c${at}`, name: 'read', input: {} }) as const
const output = 'line of a log\n'.repeat(400)
const result = (at: number) => ({ type: 'tool-result', callId: `c${at}`, name: 'read', outcome: 'ok', output }) as const

/** What is left of messages in a window, and the shares that compactions have saved. */
async function fitted(said: readonly Message[], window: number) {
  const { engine, scope } = await openTestEngine({ storage: openMemory(), window, reserve: 500 })
  const entries = said.map((message, at) => ({
    ...({ id: `m${at}`, type: 'message', message } as const),
    count: engine.meter.count(message),
  }))
  await scope.store.entries.append(scope.conversation, entries)
  const task = { scope, signal: new AbortController().signal, onStatus: () => {} }
  const snapshot = await fitView(task, await readSnapshot(scope))
  const jobs = await scope.store.compactions.list(scope.conversation, { limit: 9 })
  return { fits: snapshot.fits, saved: jobs.flatMap(job => (job.receipt === null ? [] : parseReceipt(job).reduction)) }
}

test('C7 F1 a fold that would save next to nothing does not happen: tool outputs are cut instead', async () => {
  const counts: number[] = []
  for (let words = 10; words < 60; words += 2) {
    const { fits, saved } = await fitted(
      [
        user('Read the logs.'),
        assistant(`I read them now. ${'and so on '.repeat(words)}`),
        user('Go on.'),
        ...[1, 2, 3].flatMap((at): Message[] => [
          { role: 'assistant', parts: [call(at)] },
          { role: 'tool', parts: [result(at)] },
        ]),
      ],
      15_000,
    )
    expect(fits).toBe(true)
    expect(saved.every(share => share >= 0.01)).toBe(true)
    counts.push(saved.length)
  }
  // From some length on it is worth it.
  expect([counts[0], counts.at(-1)]).toEqual([0, 1])
})

test('C7 F1 where nothing else is left, a fold counts that makes a request fit, however little it saves', async () => {
  const said = [user('Hello'), assistant(`Yes. ${'and so on '.repeat(40)}`), user('x'.repeat(50_000))]
  const { fits, saved } = await fitted(said, 50_940)
  expect(fits).toBe(true)
  expect(saved).toHaveLength(1)
  expect(saved[0]).toBeLessThan(0.01)
})
