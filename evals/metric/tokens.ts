import { countTokens as count } from '../../packages/longhand/src/tokens/count.ts'

const known = new Map<string, number>()

/** Tokens of a text by o200k. Lines come back again and again in an evaluation, so short texts are counted once. */
export function countTokens(text: string): number {
  if (text.length > 400) return count(text)
  const before = known.get(text)
  if (before !== undefined) return before
  const tokens = count(text)
  if (known.size > 500_000) known.clear()
  known.set(text, tokens)
  return tokens
}
