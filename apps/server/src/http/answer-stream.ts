import type { Json } from 'longhand/internal/core'
import { writeJson } from 'longhand/internal/engine'
import { eventStream } from './event-stream.ts'

/** An answer as an AI SDK UI message stream. A disconnect does not stop it. */
export function answerStream(chunks: (gone: AbortSignal) => AsyncIterable<Json>): Response {
  return eventStream(gone => lines(chunks(gone)), { 'x-vercel-ai-ui-message-stream': 'v1' })
}

async function* lines(chunks: AsyncIterable<Json>): AsyncIterable<string> {
  for await (const chunk of chunks) yield await writeJson(chunk)
  yield '[DONE]'
}
