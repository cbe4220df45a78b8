import type { LanguageModelUsage } from 'ai'

/** The tokens of one model call, as the provider reported them. `input` includes what was read from or written to a cache. */
export type Usage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** The part of `output` that was reasoning. */
  readonly reasoning: number
}

/** What a call to the AI SDK leaves behind: a list of steps, or the last of them. */
export type Reported = { readonly usage: LanguageModelUsage }

/**
 * The usage of the last of these steps, or null when the provider reported none.
 * A result's own `usage` adds up all of its steps and says nothing about how full the window is.
 */
export function usageOf(steps: readonly Reported[]): Usage | null {
  const last = steps.at(-1)?.usage
  // A call that failed in its middle reports nothing or zero.
  if (last?.inputTokens === undefined || last.inputTokens <= 0) return null
  return {
    input: last.inputTokens,
    output: last.outputTokens ?? 0,
    cacheRead: last.inputTokenDetails.cacheReadTokens ?? 0,
    cacheWrite: last.inputTokenDetails.cacheWriteTokens ?? 0,
    reasoning: last.outputTokenDetails.reasoningTokens ?? 0,
  }
}
