import type { LanguageModel, ToolSet } from 'ai'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import type { Finish, Generate, GenerateRequest, ModelEvent } from '../engine/ports/chat-model.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { fromModelMessages } from './convert/convert.ts'
import { hasFiles, isUnreadable, withoutFiles } from './failure/unreadable.ts'
import { readStep } from './step/read-step.ts'
import type { EndedStep } from './step/step-call.ts'
import { usageOf } from './usage.ts'

/** How long a step may take: a provider's slow drip is never silent for long. */
const totalMs = 600_000

/** An AI SDK model as the engine's chat model: one step per call, tools run by the SDK. */
export function createGenerate(model: LanguageModel, tools: ToolSet | ToolsFor = {}): Generate {
  return async function* (request, signal) {
    const given = typeof tools === 'function' ? await tools(request) : tools
    const refused = yield* generateOnce({ model, given, request }, signal)
    if (refused === null) return
    // C1 a conversation goes on with a model that cannot read what was attached for another: it is told what was attached.
    const blind = { ...request, messages: withoutFiles(request.messages) }
    const again = isUnreadable(refused.error) && hasFiles(request.messages)
    const failed = again ? yield* generateOnce({ model, given, request: blind }, signal) : refused
    if (failed !== null) yield { type: 'failed', failure: providerFailureOf(failed.error) }
  }
}

type Call = { readonly model: LanguageModel; readonly given: ToolSet; readonly request: GenerateRequest }

/** What was thrown before the first word; later failures are events. */
type Refused = { readonly error: unknown }

async function* generateOnce(
  { model, given, request }: Call,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Refused | null> {
  let started = false
  let isOver = false
  const over = new AbortController()
  const stop = () => over.abort(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const timer = setTimeout(() => over.abort(new DOMException('It took too long.', 'TimeoutError')), totalMs)
  try {
    for await (const event of readStep({ model, tools: given, request, over })) {
      isOver = event.type === 'ended'
      if (event.type === 'ended') yield signal.aborted ? stopped : ended(event.step)
      else {
        started ||= isDelta(event.chunk)
        yield event
      }
    }
  } catch (error) {
    if (signal.aborted) yield stopped
    else if (started) yield { type: 'failed', failure: providerFailureOf(error) }
    else return { error }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    // A caller that stops reading ends the request; it is not left running.
    if (!isOver) over.abort(leftOff)
  }
  return null
}

const isDelta = (chunk: Json): boolean => (chunk as { readonly type: string }).type.endsWith('-delta')

/** Made once: a new one for every answer would look up the stack. */
const leftOff = new DOMException('Nobody reads on.', 'AbortError')

const stopped: ModelEvent = { type: 'failed', failure: { type: 'cancelled', sentence: 'The answer was stopped.' } }

function ended({ messages, finishReason, usage }: EndedStep): ModelEvent {
  if (finishReason === 'interrupted') return { type: 'failed', failure: brokenOff }
  return {
    type: 'end',
    messages: fromModelMessages(messages).map(withoutNotes),
    finish: finishes.find(reason => reason === finishReason) ?? 'other',
    usage: usageOf([{ usage }]),
  }
}

/** Anthropic's package adds a note about the call to the content: it is not part of the answer, and would be counted. */
const withoutNotes = (message: Message): Message => ({
  ...message,
  parts: message.parts.filter(
    part => part.type !== 'opaque' || (part.value as { kind?: Json } | null)?.kind !== 'anthropic.message_start',
  ),
})

/** A stream without its end is not an answer, however long it is. */
const brokenOff = {
  type: 'unavailable',
  sentence: 'The provider stopped in the middle of the answer. Try again.',
} as const

/** Tools that look into the conversation they are called from. */
export type ToolsFor = (request: GenerateRequest) => ToolSet | Promise<ToolSet>

const finishes: readonly Finish[] = ['stop', 'length', 'tool-calls', 'content-filter']
