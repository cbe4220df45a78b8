// app/api/chat/route.ts
import { anthropic } from '@ai-sdk/anthropic'
import {
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai'
import type { LonghandDataParts } from 'longhand'
import { longhand } from 'longhand/ai-sdk'

type ChatMessage = UIMessage<unknown, LonghandDataParts>
const model = anthropic('claude-sonnet-4-5')
const context = longhand({ model })

export async function POST(request: Request): Promise<Response> {
  const { id, messages }: { id: string; messages: ChatMessage[] } = await request.json()
  const chat = context.for(id)
  const stream = createUIMessageStream<ChatMessage>({
    originalMessages: messages,
    execute: async ({ writer }) => {
      writer.write({ type: 'start' })
      chat.writeTo(writer) // what the page shows of the window
      const answer = streamText({
        model,
        messages: await convertToModelMessages(messages),
        prepareStep: chat.prepareStep,
        abortSignal: request.signal,
      })
      writer.merge(toUIMessageStream({ stream: answer.stream, sendStart: false }))
    },
  })
  return createUIMessageStreamResponse({ stream })
}
