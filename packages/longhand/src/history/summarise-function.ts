import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { defaultPrompts } from '../prompts/prompts.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'

/**
 * A function of the app that asks a model for a text. With the `usage` of its response, receipts know what it cost.
 * Throw to say that it failed; the view stays as it was.
 */
export type SummariseFunction<ReportedUsage> = (request: {
  readonly system: string
  readonly prompt: string
  readonly maxTokens: number
  readonly signal: AbortSignal
}) => Promise<string | { readonly text: string; readonly usage?: ReportedUsage | null | undefined }>

export type SummariseOptions<ReportedUsage> = {
  readonly summarise: SummariseFunction<ReportedUsage>
  /** Names the model in receipts. */
  readonly model: string
  readonly window: number
  readonly readUsage: (usage: ReportedUsage) => Usage
}

/** A summariser that asks through a function of the app. */
export const summariserFrom = <ReportedUsage>(options: SummariseOptions<ReportedUsage>): Summariser => ({
  model: options.model,
  window: options.window,
  async summarise(request, signal) {
    const { system, user: prompt } = defaultPrompts.cold(request)
    try {
      const answer: unknown = await options.summarise({ system, prompt, maxTokens: request.maxTokens, signal })
      const { text, usage = null } = answerOf<ReportedUsage>(answer)
      return { type: 'answered', text, finish: 'stop', usage: usage === null ? null : options.readUsage(usage) }
    } catch (error) {
      if (error instanceof LonghandError)
        return { type: 'failed', failure: { type: 'other', sentence: error.message }, cause: error }
      return { type: 'failed', failure: providerFailureOf(error), cause: error }
    }
  },
})

/** What a function of the app has returned, which no type has checked, or `bad-config`. */
function answerOf<ReportedUsage>(answer: unknown): { readonly text: string; readonly usage?: ReportedUsage | null } {
  if (typeof answer === 'string') return { text: answer }
  const { text, usage } = (answer ?? {}) as { readonly text?: unknown; readonly usage?: ReportedUsage | null }
  if (typeof text === 'string') return { text, usage: usage ?? null }
  const isFields = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  const value = answer === undefined || answer === null ? 'nothing' : describeValue(answer)
  const what = isFields ? `an object whose text is ${describeValue(text)}` : value
  throw new LonghandError('bad-config', `summarise returned ${what}; it must return a text, or { text, usage }.`)
}
