import { expect, test } from 'vitest'
import { user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { briefly, openTestEngine, say, saying, scripted } from '../../testing/test-engine.ts'
import type { Generate, ProviderFailure } from '../ports/chat-model.ts'
import { send } from './send.ts'

const failingFirst = (failure: ProviderFailure): Generate => {
  let calls = 0
  return (request, signal) =>
    calls++ > 0
      ? saying('At last.')(request, signal)
      : (async function* () {
          yield { type: 'failed' as const, failure }
        })()
}

test('F3 whoever waits for a provider is told why, and when it is asked again', async () => {
  const failure = { type: 'rate-limited', retryAfterMs: 20_000, sentence: 'Slow down.' } as const
  const from = Date.now()
  const clock = { now: () => from, sleep: briefly }
  const it = await openTestEngine({ storage: openMemory(), generate: failingFirst(failure), clock })
  const data = { reason: 'rate-limited', until: new Date(from + 20_000).toISOString() }
  expect(await say(it, 'Hello')).toContainEqual({ type: 'data-wait', data, transient: true })
})

test('F3 a failure of the provider comes with its kind, so that nobody has to know it by its words', async () => {
  const failure = { type: 'refused-key', sentence: 'Refused.' } as const
  const it = await openTestEngine({ storage: openMemory(), generate: failingFirst(failure) })
  const data = { code: 'model-failed', sentence: 'Refused.', details: { reason: 'refused-key' } }
  expect(await say(it, 'Hello')).toContainEqual({ type: 'data-failure', data, transient: true })
})

test.each([
  ['without a word', []],
  ['of blanks', [{ type: 'text', text: ' \n' }]],
  ['of reasoning alone', [{ type: 'reasoning', text: 'Hm.' }]],
] as const)('F6 an answer %s is told, and can be asked for again', async (_, parts) => {
  const it = await openTestEngine({
    storage: openMemory(),
    generate: scripted(() => [{ role: 'assistant', parts: [...parts] }]),
  })
  const errorText = 'The answer was empty. Retry, or rephrase your message.'
  expect(await say(it, 'Hello')).toContainEqual({ type: 'error', errorText })
  const spoken = await openTestEngine({ storage: openMemory() })
  expect((await say(spoken, 'Hello')).map(({ type }) => type)).not.toContain('error')
})

test('F2 a provider that finds too long what fits by our count is not said to need what is free', async () => {
  const generate: Generate = async function* () {
    yield { type: 'failed', failure: { type: 'overflow', used: null, limit: null } }
  }
  const it = await openTestEngine({ storage: openMemory(), generate, window: 5_000, reserve: 500 })
  const told = JSON.stringify(await say(it, 'Hello'))
  expect(told).toContain('The provider says this is too long, although we count only 32 tokens of 4,500.')
  expect(told).not.toContain('are free')
})

test('W5 the first message can be edited; the old one stays as a branch', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  await say(it, 'First')
  const sent = await send(it.scope, { id: 'edited', message: user('First, in other words'), after: null })
  if (sent.type !== 'answering') throw new Error(sent.type)
  await it.engine.activeTurns.get(it.scope.conversation)?.done
  const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 10 })
  expect(entries.map(({ entry }) => entry.type === 'message' && [entry.number, entry.message.role])).toEqual([
    [1, 'user'],
    [2, 'assistant'],
  ])
  expect(await it.scope.store.branches.list(it.scope.conversation)).toHaveLength(2)
})
