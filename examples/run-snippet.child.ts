// Runs a snippet of the docs, and calls what it exports as an app would: `run-snippet.child.ts FILE`.
import { pathToFileURL } from 'node:url'
import { generateText, type LanguageModel } from 'ai'

type Snippet = {
  readonly answer?: (chat: string, messages: readonly object[], signal: AbortSignal) => unknown
  readonly reply?: (file: string, text: string) => Promise<string>
  readonly modelFor?: (chat: string) => LanguageModel
  readonly POST?: (request: Request) => Promise<Response>
  readonly close?: () => Promise<void>
}

const snippet: Snippet = await import(pathToFileURL(process.argv[2]!).href)
const { answer, reply, modelFor, POST, close } = snippet

if (answer !== undefined) {
  const messages = [{ role: 'user', content: 'Does the build pass?' }]
  const said = (await answer('chat-42', messages, new AbortController().signal)) as { text?: unknown } | string
  const text = typeof said === 'object' && 'text' in said ? await said.text : said
  console.log(typeof text === 'string' ? text : JSON.stringify(text))
}
if (reply !== undefined)
  for (const text of ['Does the build pass?', 'Are you sure?']) console.log(await reply('chat.json', text))
if (modelFor !== undefined) console.log((await generateText({ model: modelFor('chat-42'), prompt: 'Does it?' })).text)
if (POST !== undefined) {
  const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Does the build pass?' }] }]
  const body = JSON.stringify({ id: 'chat-42', messages })
  console.log(await (await POST(new Request('http://localhost/api/chat', { method: 'POST', body }))).text())
}
await close?.()
