import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordedMessage } from '../../evals/corpus.ts'
import { reader } from '../../evals/metric/reader.ts'
import { tokensIn } from './count.ts'
import { figuresOf } from './figures.ts'
import { haveConversation } from './have-conversation.ts'
import { startLibrary } from './library-process.ts'
import { lineUp } from './line-up.ts'
import { needsOf } from './needs.ts'
import { type Provider, startProvider } from './provider.ts'
import { createReplay } from './replay.ts'
import { type Script, scriptOf } from './script.ts'

const library = lineUp.find(({ name }) => name === 'longhand')!
const read = reader(new Set())

/** Turns of a question, a look at a long file, and an answer that comes back to the first of them. */
function recorded(turns: number): readonly RecordedMessage[] {
  const file = (at: number) =>
    Array.from({ length: 40 }, (_, line) => `line ${line} of part${at}: const value${at}_${line} = load${at}(${line})`)
  return Array.from({ length: turns }, (_, at): readonly RecordedMessage[] => [
    { role: 'user', content: `Please look at src/part${at}.ts now.` },
    { role: 'assistant', content: '', toolCalls: [{ id: `t${at}`, name: 'Read', args: { path: `src/part${at}.ts` } }] },
    { role: 'tool', content: file(at).join('\n'), toolCallId: `t${at}` },
    { role: 'assistant', content: `src/part${at}.ts is fine, and so was src/part0.ts with loadTable${at}.` },
  ]).flat()
}

const script: Script = scriptOf({ id: 'drawn', messages: recorded(14) })
const options = { script, needs: needsOf(script, read), read, library, window: 6_000 }

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const post = async (messages: readonly object[]) => {
  const body = JSON.stringify({ model: 'gpt-peers', messages })
  const response = await fetch(`${provider.url}/chat/completions`, { method: 'POST', body })
  return { status: response.status, body: await response.json() }
}

const said = [{ role: 'user', content: 'Please look at src/part0.ts now.' }]

test('N12 the provider refuses what is invalid or too long, and answers the rest as it was recorded', async () => {
  const replay = createReplay(options)
  provider.serve(replay)
  const call = { id: 'c', type: 'function', function: { name: 'Read', arguments: '{}' } }
  const invalid = await post([...said, { role: 'assistant', content: null, tool_calls: [call] }, ...said])
  expect(invalid.status).toBe(400)
  expect(invalid.body.error.message).toContain('must be followed by tool messages')
  const long = await post([{ role: 'user', content: 'far too many words '.repeat(3_000) }])
  expect(long.body.error.code).toBe('context_length_exceeded')
  expect(replay.refusals.map(({ reason }) => reason)).toEqual(['invalid', 'too-long'])
  expect(replay.calls).toEqual([])
  const answered = await post(said)
  expect(answered.body.choices[0].message.tool_calls[0].function.name).toBe('Read')
  expect(answered.body.usage.prompt_tokens).toBeGreaterThan(5)
})

test('N12 the provider knows the beginning that two requests share', async () => {
  const replay = createReplay(options)
  provider.serve(replay)
  const first = await post(said)
  const { message } = first.body.choices[0]
  const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'short' }
  const second = await post([...said, message, result])
  expect(first.body.usage.prompt_tokens_details.cached_tokens).toBe(0)
  expect(second.body.usage.prompt_tokens_details.cached_tokens).toBe(first.body.usage.prompt_tokens)
  expect(replay.calls.map(({ hasNewest, hasResults }) => [hasNewest, hasResults])).toEqual([
    [true, true],
    [true, false],
  ])
})

test('N12 the provider knows the beginning of a message to which another was joined', async () => {
  provider.serve(createReplay(options))
  const text = 'Please look at src/part0.ts now, and at all that it imports.'
  const part = { type: 'text', text }
  await post([{ role: 'user', content: text }])
  const joined = await post([{ role: 'user', content: [part, { type: 'text', text: 'A summary.' }] }])
  expect(joined.body.usage.prompt_tokens_details.cached_tokens).toBe(tokensIn(text))
})

test('N12 our door has a conversation again that is several windows long, and loses nothing that is counted', async () => {
  const door = await startLibrary(library)
  const had = await haveConversation(door, provider, options)
  door.stop()
  const figures = figuresOf([had], options.window)
  expect(had.broken).toBeNull()
  expect(figures).toMatchObject({ calls: 28, tooLong: 0, invalid: 0, errors: 0, newestMissing: 0, resultsCut: 0 })
  expect(figures).toMatchObject({ first: 1, typed: 1, historyKept: 1 })
  expect(figures.summaries).toBeGreaterThan(0)
  expect(figures.names).toBeGreaterThan(0.9)
})

test('N12 what a person typed is told from what programs put into their message', () => {
  const [turn] = scriptOf({
    id: 'x',
    messages: [
      { role: 'user', content: '<reminder>Be brief.</reminder>\nFix the test.' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'same', name: 'Run it!', args: 'ls' }] },
      { role: 'user', content: 'Stop.' },
    ],
  }).turns
  expect(turn!.typed).toBe('Fix the test.')
  expect(turn!.steps.map(({ calls, results }) => [calls[0]?.name, results[0]?.text])).toEqual([
    ['Run_it_', '(interrupted)'],
    [undefined, undefined],
  ])
})
