import { createApi } from 'longhand/client'
import { answer, type FakeProvider, failure, startFakeProvider } from '../packages/longhand/src/testing/internal.ts'
import { startMortal } from './relay-server.ts'

/** What programs of this machine have done to a server whose token they do not have. */
export type Strangers = {
  readonly asked: number
  /** Conversations that were kept of requests whose key the provider has refused. */
  readonly kept: number
  /** Requests that the provider was sent with the server's key. */
  readonly spent: number
  /** Windows learnt from a program that puts drafts into first messages. */
  readonly learnt: number
}

const drafts = 12

/** H4.37, H4.15 programs with made-up keys talk at length, and one with the token has its drafts checked. */
export async function meetStrangers(requests: number): Promise<Strangers> {
  const provider = await startFakeProvider({
    behaviour: ({ key }) => (key === 'made-up' ? failure('bad-key') : answer(draftOf(provider.calls.length))),
  })
  const server = await startMortal({ database: null, provider: provider.baseURL })
  try {
    const api = createApi({ base: server.url, headers: { authorization: `Bearer ${server.token}` } })
    await api.changeSettings({ windows: { 'anthropic/claude-x': 9_000 } })
    for (let turns = 1; turns <= requests; turns++) await say(server.url, 'made-up', talk(turns))
    const kept = (await api.conversations()).length
    const spent = provider.calls.filter(({ request }) => request.key !== 'made-up').length
    for (let at = 0; at < drafts; at++) await checkDraft(server, provider, at)
    return { asked: requests, kept, spent, learnt: (await api.clientWindows()).length }
  } finally {
    await server.close()
    await provider.close()
  }
}

type Said = { readonly role: 'user' | 'assistant'; readonly content: string }

const talk = (turns: number): readonly Said[] =>
  Array.from({ length: 2 * turns + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Remark ${at} about the harbour. ${'Some words of it. '.repeat(60)}`,
  }))

const draftOf = (nth: number): string =>
  ['first', 'second', 'third', 'last']
    .map(line => `This is the ${line} line of draft ${nth}, as it was asked for.`)
    .join('\n')

async function checkDraft(
  server: { readonly url: string; readonly token: string },
  provider: FakeProvider,
  at: number,
) {
  const draft = draftOf(provider.calls.length)
  await say(server.url, server.token, [{ role: 'user', content: `Write draft ${at}.` }])
  await say(server.url, server.token, [
    { role: 'user', content: `Is this right?\n${draft}` },
    { role: 'assistant', content: 'It is.' },
    { role: 'user', content: 'Thanks.' },
  ])
}

async function say(url: string, key: string, messages: readonly Said[]): Promise<void> {
  const answered = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'claude-x', max_tokens: 100, messages }),
  })
  await answered.text()
}
