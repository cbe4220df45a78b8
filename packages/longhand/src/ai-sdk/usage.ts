import type { LanguageModelUsage } from 'ai'
import type { Usage } from '../engine/ports/chat-model.ts'

/**
 * The usage of the last of these steps, or null when the provider reported none.
 * A result's own `usage` adds up all of its steps, which does not show how full the window is.
 */
export function usageOf(steps: readonly { readonly usage: LanguageModelUsage }[]): Usage | null {
  const last = steps.at(-1)?.usage
  // A call that failed in its middle reports nothing or zero.
  const input = amount(last?.inputTokens)
  if (last === undefined || input === 0) return null
  return {
    input,
    output: amount(last.outputTokens),
    cacheRead: amount(last.inputTokenDetails.cacheReadTokens),
    cacheWrite: amount(last.inputTokenDetails.cacheWriteTokens),
    reasoning: amount(last.outputTokenDetails.reasoningTokens),
  }
}

/** A reported number counts only when it can be a number of tokens. */
const amount = (tokens: number | undefined): number =>
  tokens !== undefined && tokens > 0 && tokens <= maxTokens ? Math.round(tokens) : 0

const maxTokens = 1_000_000_000
