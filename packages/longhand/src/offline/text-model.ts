import type { Message } from '../core/message.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { messageText } from '../facts/reading/message-text.ts'
import { runTask } from '../threads/run-task.ts'
import { type ModelCall, type OfflineModel, promptMessages } from './prompt-messages.ts'

/** How an offline model responds to the messages it is sent. */
export type Respond = (messages: readonly Message[], maxTokens: number) => string | Promise<string>

export type TextModelOptions = {
  readonly id: string
  readonly respond: Respond
  /** Milliseconds between two words of a streamed answer. */
  readonly wordDelayMs?: number
}

/** A model without a network: it streams what a plain function returns for its messages, and counts the tokens. */
export function textModel({ id, respond, wordDelayMs = 0 }: TextModelOptions): OfflineModel {
  const answer = async ({ prompt, maxOutputTokens = 4_000 }: ModelCall): Promise<OfflineAnswer> => {
    const messages = promptMessages(prompt)
    const text = await respond(messages, maxOutputTokens)
    return { text, usage: await usageOf(messages, text), finishReason: { unified: 'stop', raw: 'stop' } }
  }
  return {
    specificationVersion: 'v4',
    provider: 'longhand-offline',
    modelId: id,
    supportedUrls: {},
    doGenerate: async call => {
      call.abortSignal?.throwIfAborted()
      const { text, ...rest } = await answer(call)
      return { content: [{ type: 'text', text }], ...rest, warnings: [] }
    },
    doStream: async call => {
      call.abortSignal?.throwIfAborted()
      return { stream: streamOf(partsOf(await answer(call), wordDelayMs, call.abortSignal)) }
    },
  }
}

type Result = Awaited<ReturnType<OfflineModel['doStream']>>
type StreamPart = Result['stream'] extends ReadableStream<infer Part> ? Part : never
type OfflineAnswer = { readonly text: string } & Pick<Extract<StreamPart, { type: 'finish' }>, 'usage' | 'finishReason'>

async function* partsOf(
  { text, ...end }: OfflineAnswer,
  wordDelayMs: number,
  signal?: AbortSignal,
): AsyncGenerator<StreamPart> {
  const id = 'answer'
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id }
  const othersTurn = createPacer()
  for (const delta of text.split(/(?<=\s)(?=\S)/)) {
    if (wordDelayMs > 0) await new Promise(resolve => setTimeout(resolve, wordDelayMs))
    // Nothing here waits for a network, so other work would never get its turn.
    await othersTurn()
    signal?.throwIfAborted()
    yield { type: 'text-delta', id, delta }
  }
  yield { type: 'text-end', id }
  yield { type: 'finish', ...end }
}

const streamOf = (parts: AsyncGenerator<StreamPart>): ReadableStream<StreamPart> =>
  new ReadableStream({
    pull: async controller => {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await parts.return(undefined)),
  })

async function usageOf(messages: readonly Message[], text: string) {
  const total = await runTask('countTexts', messages.map(messageText))
  const said = await runTask('countTexts', [text])
  return {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: said, text: said, reasoning: 0 },
  }
}
