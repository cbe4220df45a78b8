import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
beforeEach(async () => {
  echo = await startEchoProvider()
  const upstream = {
    name: 'anthropic',
    protocols: ['anthropic'],
    baseURL: echo.baseURL,
    key: 'k',
    hosted: true,
  } as const
  server = await start({ upstreams: [upstream] })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

const summary = (nth: number): string =>
  `1. The task is to repair the ledger, attempt ${nth}.\n2. The test of it still fails on line ${nth}.\n3. What is left is to run it ${nth} times more.`

type Said = { readonly says: string; readonly used: number; readonly next?: string }

/** Sends what a conversation says after its first words; the answer fills so much of the window. */
async function say(first: string, { says, used, next = 'Go on.' }: Said) {
  const usage = { input_tokens: used, output_tokens: 1 }
  echo.answer = { ...echo.answer, body: JSON.stringify({ content: [{ type: 'text', text: says }], usage }) }
  const messages = [
    { role: 'user', content: first },
    { role: 'assistant', content: 'Well.' },
    { role: 'user', content: next },
  ]
  const answered = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': server.token, 'content-type': 'application/json', 'user-agent': 'agent/1' },
    body: JSON.stringify({ model: 'claude-x', messages }),
  })
  await answered.text()
  const id = answered.headers.get('longhand-conversation')!
  await expect.poll(async () => (await server.api.entries(id)).entries.length).toBe(4)
  return { id, window: Number(/window=(\d+)/.exec(answered.headers.get('longhand-window')!)![1]) }
}

test('H4.15 the window that a program was seen to believe in is listed, and forgotten when someone asks for that', async () => {
  const first = await say('Task: repair the ledger.', { says: summary(1), used: 60_000 })
  await say(`Part 1. Going on from this: ${summary(1)}`, { says: summary(2), used: 58_000 })
  expect(await server.api.clientWindows()).toEqual([])
  const going = `Part 2. Going on from this: ${summary(2)}`
  await say(going, { says: 'Fine.', used: 4_000 })
  const which = { client: 'agent/1', model: 'anthropic/claude-x' }
  const [learnt, ...others] = await server.api.clientWindows()
  expect([learnt, others]).toMatchObject([{ ...which, tokens: 58_001, conversation: first.id }, []])
  expect((await say(going, { says: 'Fine.', used: 4_000, next: 'And?' })).window).toBe(58_001)
  expect((await say('Another task altogether.', { says: 'Fine.', used: 4_000 })).window).toBe(100_000)
  await server.api.forgetClientWindow(which)
  expect(await server.api.clientWindows()).toEqual([])
  expect((await say(going, { says: 'Fine.', used: 4_000, next: 'Well?' })).window).toBe(100_000)
})
