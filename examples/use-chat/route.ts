// A route that `useChat` talks to, as in Next.js: app/api/chat/route.ts exports POST. The lines marked ← are all that Longhand adds.
import {
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  type LanguageModel,
  streamText,
  toUIMessageStream,
} from 'ai'
import { type LonghandOptions, longhand } from 'longhand/ai-sdk' // ←
import type { ChatMessage } from './message.ts'

export function createRoute(model: LanguageModel, options: Omit<LonghandOptions, 'model'> = {}) {
  const context = longhand({ model, ...options }) // ← one for the whole app
  return async function POST(request: Request): Promise<Response> {
    const { id, messages } = (await request.json()) as { id: string; messages: ChatMessage[] }
    const chat = context.for(id) // ← one conversation
    const stream = createUIMessageStream<ChatMessage>({
      originalMessages: messages,
      execute: async ({ writer }) => {
        writer.write({ type: 'start' })
        chat.writeTo(writer) // ← data-context and data-compaction parts
        const answer = streamText({
          model,
          messages: await convertToModelMessages(messages),
          prepareStep: chat.prepareStep, // ←
          abortSignal: request.signal,
        })
        writer.merge(toUIMessageStream({ stream: answer.stream, sendStart: false }))
      },
    })
    return createUIMessageStreamResponse({ stream })
  }
}
