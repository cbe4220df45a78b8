import type { LanguageModel, ToolSet } from 'ai'
import { asJson, type Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import type { Finish, Generate, GenerateRequest, ModelEvent } from '../engine/ports/chat-model.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { cacheOptions, withBreakpoints } from './cache-options.ts'
import { collectParts } from './collect-parts.ts'
import { fromModelMessages } from './convert/convert.ts'
import { noDownload } from './convert/no-download.ts'
import { toPrompt } from './convert/prompt.ts'
import { hasFiles, isUnreadable, withoutFiles } from './failure/unreadable.ts'
import { loadSdk, type Sdk } from './sdk.ts'
import { usageOf } from './usage.ts'

/** How long a provider may be silent. An idle timer alone never ends a slow drip, so the whole step has one too. */
const timeout = { firstChunkMs: 60_000, chunkMs: 60_000 }
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
  const shown = collectParts()
  let started = false
  // A caller that stops reading ends the request; it is not left running.
  const left = new AbortController()
  const { isStepCount, streamText, toUIMessageChunk } = await loadSdk()
  const result = streamText({
    model,
    tools: given,
    ...withBreakpoints(toPrompt(request.messages, request.instructions)),
    stopWhen: isStepCount(1),
    // The engine retries, so that there is only one budget of attempts.
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, left.signal]),
    timeout,
    onError: () => {},
    experimental_download: noDownload,
    providerOptions: cacheOptions,
    ...(request.maxOutput === null ? {} : { maxOutputTokens: request.maxOutput }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  })
  // The SDK's own timer for the whole would stay, with all that it holds, until it is over.
  const timer = setTimeout(() => left.abort(new DOMException('It took too long.', 'TimeoutError')), totalMs)
  try {
    for await (const part of result.stream) {
      if (part.type === 'error') {
        if (!started) return { error: part.error }
        yield { type: 'failed', failure: providerFailureOf(part.error) }
        return null
      }
      if (part.type === 'abort') break
      shown.add(part)
      const chunk = toUIMessageChunk(part, { sendStart: false, sendFinish: false })
      started ||= part.type.endsWith('-delta')
      if (chunk !== undefined) yield { type: 'chunk', chunk: asJson(chunk), parts: shown.parts }
    }
    yield signal.aborted ? stopped : ended(await result.finalStep)
  } catch (error) {
    if (!started) return { error }
    yield { type: 'failed', failure: providerFailureOf(error) }
  } finally {
    clearTimeout(timer)
    left.abort(leftOff)
  }
  return null
}

/** Made once: a new one for every answer would look up the stack. */
const leftOff = new DOMException('Nobody reads on.', 'AbortError')

const stopped: ModelEvent = { type: 'failed', failure: { type: 'cancelled', sentence: 'The answer was stopped.' } }

function ended(step: Awaited<ReturnType<Sdk['streamText']>['finalStep']>): ModelEvent {
  if (step.finishReason === 'interrupted') return { type: 'failed', failure: brokenOff }
  return {
    type: 'end',
    messages: fromModelMessages(step.response.messages).map(withoutNotes),
    finish: finishes.find(reason => reason === step.finishReason) ?? 'other',
    usage: usageOf([step]),
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
