import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
let id: string

type Item = { readonly role: 'user' | 'assistant'; readonly content: string }

/** A talk of so many turns, the person's word last. */
const talk = (turns: number, word = 'Remark'): readonly Item[] =>
  Array.from({ length: 2 * turns + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${word} ${at + 1}. ${'Some more words. '.repeat(20)}`,
  }))

async function ask(messages: readonly Item[]): Promise<Response> {
  const answer = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': server.token, 'content-type': 'application/json', 'user-agent': 'claude-cli/2.1.325' },
    body: JSON.stringify({ model: 'claude-x', max_tokens: 5, messages }),
  })
  await answer.text()
  return answer
}

/** What the provider was sent last. */
const sent = (): readonly Item[] => JSON.parse(echo.calls.at(-1)!.body.toString()).messages
const summaryIn = (items: readonly Item[]): string | undefined =>
  items.map(({ content }) => JSON.stringify(content)).find(text => text.includes('<summary>'))

beforeEach(async () => {
  echo = await startEchoProvider()
  const anthropic: Upstream = {
    ...{ name: 'anthropic', protocols: ['anthropic'], baseURL: echo.baseURL, key: 'k', hosted: true },
  }
  server = await start({
    upstreams: [anthropic],
    window: 8_000,
    policy: { keep: { by: 'messages', amount: 4 }, minMessages: 4 },
  })
  id = (await ask(talk(15))).headers.get('longhand-conversation')!
  expect(summaryIn(sent())).toBeDefined()
  // From here on only people fold.
  const { policy } = await server.api.conversation(id)
  await server.api.update(id, { policy: { ...policy, automatic: 'off' } })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

/** Until every compaction is undone: a view that did not fit may have taken several steps. */
async function undoAll(): Promise<number> {
  let undone = 0
  for (; (await server.api.conversation(id)).canUndo; undone++) await server.api.undo(id)
  return undone
}

test('H4.16 what is undone on the page is sent in full with the client’s next request, and redone it is folded again', async () => {
  const undone = await undoAll()
  await ask(talk(16))
  expect(sent()).toEqual(talk(16))
  for (let at = 0; at < undone; at++) await server.api.redo(id)
  await ask(talk(17))
  expect(summaryIn(sent())).toBeDefined()
  expect(sent().length).toBeLessThan(talk(17).length)
})

test('H4.16 a summary that is edited on the page is what the client’s next request brings to the model', async () => {
  await server.api.editSummary(id, 'The harbour is closed on Sundays.')
  await ask(talk(16))
  expect(summaryIn(sent())).toContain('The harbour is closed on Sundays.')
})

test('H4.16 a message that is protected on the page is sent word for word, and released it is folded again', async () => {
  const third = talk(1)[2]
  expect(sent()).not.toContainEqual(third)
  await server.api.protect(id, 3, 'protect')
  await ask(talk(16))
  expect(sent()).toContainEqual(third)
  await server.api.protect(id, 3, 'release')
  await ask(talk(17))
  expect(sent()).not.toContainEqual(third)
})

test('H4.16 what is condensed on the page is folded in the client’s next request', async () => {
  const short = (await ask(talk(7, 'Note'))).headers.get('longhand-conversation')!
  expect(sent()).toEqual(talk(7, 'Note'))
  expect(await server.api.compact(short, { force: true })).toMatchObject({ type: 'completed' })
  await ask(talk(8, 'Note'))
  expect(summaryIn(sent())).toBeDefined()
  expect(sent().at(-1)).toEqual(talk(8, 'Note').at(-1))
})

test('H4.16 a checkpoint that is restored on the page gives back what was in force there; the client goes on where it stands', async () => {
  const [before] = (await server.api.checkpoints(id)).filter(({ kind }) => kind === 'before-compaction').slice(-1)
  await server.api.restore(id, before!.id, true)
  expect((await server.api.conversation(id)).compaction).toBeNull()
  await ask(talk(16))
  expect(sent()).toEqual(talk(16))
  const { entries } = await server.api.entries(id, { limit: 500 })
  expect(entries.filter(({ type }) => type === 'message')).toHaveLength(talk(16).length)
})

test('H4.10 a request that is sent again stands on the same folds', async () => {
  const first = sent()
  echo.answer = { ...echo.answer, body: '{"content":[{"type":"text","text":"Yes."}]}' }
  await ask(talk(15))
  await ask(talk(15))
  expect(sent()).toEqual(first)
})
