import type { History } from './cut.ts'
import { linesOf, printed } from './printed.ts'
import { countTokens } from './tokens.ts'

/** What a method leaves of a history: messages that stay word for word, by index, and texts that stand for the rest. */
export type Compacted = { readonly kept: readonly number[]; readonly texts: readonly string[] }

/** Tokens of a compacted history, by the same rule for every method. */
export function compactedTokens({ tokens }: Pick<History, 'tokens'>, { kept, texts }: Compacted): number {
  const verbatim = kept.reduce((sum, at) => sum + tokens[at]!, 0)
  return texts.reduce((sum, text) => sum + countTokens(text), verbatim)
}

/** Every line of a compacted history. */
export const compactedLines = (
  { messages }: Pick<History, 'messages'>,
  { kept, texts }: Compacted,
): readonly string[] => [
  ...kept.flatMap(at => printed(messages[at]!).map(({ text }) => text)),
  ...texts.flatMap(linesOf),
]
