import { countTokens } from '../../packages/longhand/src/tokens/count.ts'

const known = new Map<string, number>()

/** o200k tokens of a text. The same texts are sent again and again, so each is counted once. */
export function tokensIn(text: string): number {
  const before = known.get(text)
  if (before !== undefined) return before
  const count = countTokens(text)
  if (known.size > 100_000) known.clear()
  known.set(text, count)
  return count
}
