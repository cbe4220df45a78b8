import type { CountTokens } from '../core/count.ts'
import { escapeControlText } from './escape-control-text.ts'
import { type Fact, isSentence } from './fact.ts'
import { largestFitting } from './largest-fitting.ts'

/** Facts that are on no chosen line, as lines under their ¶: the cheapest first, as many as fit. */
export function bareFactLines(missing: readonly Fact[], room: number, count: CountTokens): readonly string[] {
  const cheapest = missing
    .map(fact => ({ fact, price: count(textOf(fact)) }))
    .toSorted((a, b) => a.price - b.price)
    .map(({ fact }) => fact)
  const linesFor = (many: number): readonly string[] => linesOf(cheapest.slice(0, many))
  return linesFor(largestFitting(cheapest.length, many => count(linesFor(many).join('\n')) <= room - headingTokens))
}

/** The heading of these lines, and its tokens. */
export const bareFactsHeading = 'Also named:'
const headingTokens = 8

function linesOf(facts: readonly Fact[]): readonly string[] {
  const inOrder = facts.toSorted((a, b) => a.number - b.number)
  return [...Map.groupBy(inOrder, ({ number }) => number)].flatMap(([number, said]) => {
    const names = said.filter(fact => !isSentence(fact)).map(textOf)
    const sentences = said.filter(isSentence).map(textOf)
    return [...namesInRows(names), ...sentences].map(text => `¶${number}: ${text}`)
  })
}

const textOf = ({ text, fix }: Fact): string => escapeControlText(fix === null ? text : `${text} → ${fix}`)

/** Names side by side, few enough on a line to be read one by one. */
function namesInRows(names: readonly string[]): readonly string[] {
  const count = Math.ceil(names.length / maxNamesPerLine)
  return Array.from({ length: count }, (_, row) =>
    names.slice(row * maxNamesPerLine, (row + 1) * maxNamesPerLine).join(', '),
  )
}

const maxNamesPerLine = 20
