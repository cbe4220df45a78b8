import type { FinishReason, LanguageModel, LanguageModelUsage, ModelMessage, ToolSet } from 'ai'
import type { GenerateRequest, ModelEvent } from '../../engine/ports/chat-model.ts'
import { cacheOptions, withBreakpoints } from '../cache-options.ts'
import { toSharedPrompt } from '../convert/prompt.ts'
import type { SdkInternals } from '../sdk.ts'

/** One call of a model: what it is sent, and what ends it early. */
export type StepCall = {
  readonly model: LanguageModel
  readonly tools: ToolSet
  readonly request: GenerateRequest
  readonly over: AbortController
}

/** What a call yields: chunks as they come, then its end. */
export type StepEvent = Extract<ModelEvent, { type: 'chunk' }> | { readonly type: 'ended'; readonly step: EndedStep }

export type EndedStep = {
  readonly messages: ModelMessage[]
  readonly finishReason: FinishReason
  readonly usage: LanguageModelUsage
}

/** A model as the SDK calls it, whatever version it was written for. */
export type SdkModel = ReturnType<SdkInternals['resolveLanguageModel']>

/** A piece of a model's answer. */
export type ModelPart =
  Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** How long a provider may be silent. */
export const silentMs = 60_000

/** What is sent, in the SDK's words. */
export const promptOf = ({ messages, instructions }: GenerateRequest) =>
  withBreakpoints(toSharedPrompt(messages, instructions))

export const settingsOf = ({ maxOutput, temperature }: GenerateRequest) => ({
  providerOptions: cacheOptions,
  ...(maxOutput === null ? {} : { maxOutputTokens: maxOutput }),
  ...(temperature === undefined ? {} : { temperature }),
})
