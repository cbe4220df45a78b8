// The least that a chat server can be: Hono, the AI SDK, the provider. It keeps nothing. Prints where it is.
import { createAnthropic } from '@ai-sdk/anthropic'
import { serve } from '@hono/node-server'
import { type ModelMessage, streamText } from 'ai'
import { Hono } from 'hono'

const anthropic = createAnthropic({ apiKey: 'none', baseURL: process.argv[2]! })
const app = new Hono()
app.get('/cpu', c => c.json(process.cpuUsage()))
app.post('/chat', async c => {
  const { messages } = (await c.req.json()) as { messages: ModelMessage[] }
  return streamText({ model: anthropic('claude-sonnet-4-5'), messages }).toUIMessageStreamResponse()
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`))
