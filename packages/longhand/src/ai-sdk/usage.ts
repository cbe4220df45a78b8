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
  const { inputTokenDetails, outputTokenDetails, cachedInputTokens, reasoningTokens }: ReportedDetails = last
  return {
    input,
    output: amount(last.outputTokens),
    cacheRead: amount(inputTokenDetails?.cacheReadTokens ?? cachedInputTokens),
    cacheWrite: amount(inputTokenDetails?.cacheWriteTokens),
    reasoning: amount(outputTokenDetails?.reasoningTokens ?? reasoningTokens),
  }
}

/** What the AI SDK tells beside the totals: in fields of their own before version 6. */
type ReportedDetails = Partial<Pick<LanguageModelUsage, 'inputTokenDetails' | 'outputTokenDetails'>> & {
  readonly cachedInputTokens?: number | undefined
  readonly reasoningTokens?: number | undefined
}

/** A reported number counts only when it can be a number of tokens. */
const amount = (tokens: number | undefined): number =>
  tokens !== undefined && tokens > 0 && tokens <= maxTokens ? Math.round(tokens) : 0

const maxTokens = 1_000_000_000
