import { type Message, textOf } from 'longhand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  server = await start({ window: 3_000, policy: { keep: { by: 'messages', amount: 2 } } })
})
afterAll(() => server.close())

const fit = async (body: object) => {
  const answer = await ask(server, 'POST', '/api/stateless', body)
  return { status: answer.status, body: (await answer.json()) as Fitted }
}

type Fitted = {
  readonly messages: readonly Message[]
  readonly compactionState: { readonly version: number; readonly messages: number } | null
  readonly compacted: { readonly before: number; readonly after: number } | null
  readonly sentence?: string
}

const say = (count: number): readonly Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [
      { type: 'text', text: `The price of item ${at} in src/prices/item-${at}.ts is ${at}.50 euros, as agreed.` },
    ],
  }))

test('H3 a history that fits comes back as it is, without a state', async () => {
  const { body } = await fit({ messages: say(6) })
  expect(body).toMatchObject({ messages: say(6), compactionState: null, compacted: null })
})

test('H3 one that does not is condensed once; with its state it needs no second time', async () => {
  const first = await fit({ messages: say(24) })
  expect(first.body.compactionState).toMatchObject({ version: 1, messages: 24 })
  expect(first.body.compacted!.after).toBeLessThan(first.body.compacted!.before)
  expect(first.body.messages[0]).toEqual(say(24)[0])
  expect(textOf(first.body.messages[1]!)).toContain('<summary>')
  expect(first.body.messages.slice(-2)).toEqual(say(24).slice(-2))
  const second = await fit({ messages: say(25), compactionState: first.body.compactionState })
  expect(second.body).toMatchObject({ compacted: null, compactionState: first.body.compactionState })
  expect(second.body.messages.slice(0, 4)).toEqual(first.body.messages.slice(0, 4))
})

test('H3, P3 what is protected stays word for word', async () => {
  const { body } = await fit({ messages: say(24), protected: [5] })
  expect(body.messages).toContainEqual(say(24)[4])
})

test('H3 messages of the AI SDK for screens come in and go out', async () => {
  const messages = say(24).map((message, at) => ({ ...message, id: `m${at}` }))
  const { body } = await fit({ messages, form: 'ui' })
  expect(body.messages[0]).toMatchObject({ id: 'view-1', role: 'user', parts: [{ type: 'text' }] })
  expect(body.compactionState).toMatchObject({ version: 1 })
})

test('H3, F6 a state of another, longer history is refused', async () => {
  const { body } = await fit({ messages: say(24) })
  const others = say(6).slice(2)
  const { status, body: failed } = await fit({ messages: others, compactionState: body.compactionState })
  expect(status).toBe(409)
  expect(failed.sentence).toMatch(/Send all of them, or no state/)
})

test('H3, L2 a history that has gone back to before its state is read again', async () => {
  const { body } = await fit({ messages: say(24) })
  const again = await fit({ messages: say(4), compactionState: body.compactionState })
  expect(again.status).toBe(200)
  expect(again.body.compactionState).toBeNull()
})
