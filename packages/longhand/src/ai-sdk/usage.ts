import type { LanguageModelUsage } from 'ai'
import type { Usage } from '../engine/speak.ts'

/**
 * The usage of the last of these steps, or null when the provider reported none.
 * A result's own `usage` adds up all of its steps and says nothing about how full the window is.
 */
export function usageOf(steps: readonly { readonly usage: LanguageModelUsage }[]): Usage | null {
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
