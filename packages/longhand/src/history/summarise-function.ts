import type { Summariser } from '../engine/ports/summariser.ts'
import { defaultPrompts } from '../prompts/prompts.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'

/** A function of the app that asks a model for a text. Throw to say that it failed; the view stays as it was. */
export type SummariseFunction = (request: {
  readonly system: string
  readonly prompt: string
  readonly maxTokens: number
  readonly signal: AbortSignal
}) => Promise<string>

/** A summariser that asks through a function of the app. */
export const summariserFrom = (summarise: SummariseFunction, window: number): Summariser => ({
  model: 'summarise function',
  window,
  async summarise(request, signal) {
    const { system, user: prompt } = defaultPrompts().cold(request)
    try {
      const text = await summarise({ system, prompt, maxTokens: request.maxTokens, signal })
      return { type: 'answered', text: String(text), finish: 'stop', usage: null }
    } catch (error) {
      return { type: 'failed', failure: providerFailureOf(error) }
    }
  },
})
