import { Readable } from 'node:stream'
import type { Message } from 'longhand'
import type { ChatModel } from 'longhand/internal/engine'
import type { UpstreamProtocol } from '../models/upstreams.ts'
import { type OfflineUsage, offlineFrames, offlineWhole } from './offline-frames.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** A request for the model of this machine, which answers without a key. */
export type OfflineRequest = {
  readonly protocol: UpstreamProtocol
  readonly model: string
  readonly messages: readonly Message[]
  readonly stream: boolean
  readonly owner: string
}

/** O1 answers as the provider would, in its protocol, with the words of the model of this machine. */
export async function answerOffline(
  model: ChatModel,
  request: OfflineRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const type = request.stream ? 'text/event-stream' : 'application/json'
  const body = request.stream ? framesOf(model, request, signal) : wholeOf(model, request, signal)
  return { status: 200, headers: [['content-type', type]], body: Readable.from(body) }
}

type Word = { readonly type: 'word'; readonly text: string } | { readonly type: 'end'; readonly usage: OfflineUsage }

async function* wordsOf(
  model: ChatModel,
  { messages, owner }: OfflineRequest,
  signal: AbortSignal,
): AsyncGenerator<Word> {
  const asked = { conversation: { owner, id: '' }, messages, instructions: null, maxOutput: null }
  for await (const event of model.generate(asked, signal)) {
    if (event.type === 'chunk') {
      const { type, delta } = event.chunk as { readonly type?: unknown; readonly delta?: unknown }
      if (type === 'text-delta' && typeof delta === 'string') yield { type: 'word', text: delta }
    } else if (event.type === 'end') {
      const { input, output } = event.usage ?? { input: 0, output: 0 }
      yield { type: 'end', usage: { input, output } }
    }
  }
}

async function* framesOf(model: ChatModel, request: OfflineRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const frames = offlineFrames(request)
  yield encode(frames.start)
  for await (const word of wordsOf(model, request, signal))
    yield encode(word.type === 'word' ? frames.word(word.text) : frames.end(word.usage))
}

async function* wholeOf(model: ChatModel, request: OfflineRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let text = ''
  let usage: OfflineUsage = { input: 0, output: 0 }
  for await (const word of wordsOf(model, request, signal)) {
    if (word.type === 'word') text += word.text
    else usage = word.usage
  }
  yield encode(JSON.stringify(offlineWhole(request, text, usage)))
}

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)
