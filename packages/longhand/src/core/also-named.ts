import type { Count } from './count.ts'
import { type Fact, isSentence } from './fact.ts'

/** Facts that no chosen line tells, as lines: those that cost least, as many as there is room for, under their ¶. */
export function alsoNamed(missing: readonly Fact[], room: number, count: Count): readonly string[] {
  const chosen = affordable(missing, room - headingTokens, count)
  const byNumber = Map.groupBy(
    chosen.toSorted((a, b) => a.number - b.number),
    ({ number }) => number,
  )
  return [...byNumber].flatMap(([number, facts]) => {
    const names = facts.filter(fact => !isSentence(fact)).map(textOf)
    const sentences = facts.filter(isSentence).map(textOf)
    return [...rows(names), ...sentences].map(text => `¶${number}: ${text}`)
  })
}

/** `Also named:` */
const headingTokens = 8

function affordable(missing: readonly Fact[], room: number, count: Count): readonly Fact[] {
  const opened = new Set<number>()
  let left = room
  const priced = missing.map(fact => ({ fact, price: count(textOf(fact)) + 2 }))
  return priced
    .toSorted((a, b) => a.price - b.price)
    .filter(({ fact, price }) => {
      left -= price + (isSentence(fact) || !opened.has(fact.number) ? paragraphTokens : 0)
      opened.add(fact.number)
      return left >= 0
    })
    .map(({ fact }) => fact)
}

/** `¶12: ` */
const paragraphTokens = 5

const textOf = ({ text, fix }: Fact): string => (fix === null ? text : `${text} → ${fix}`)

/** Names side by side, so many on a line that a reader still takes each for itself. */
function rows(names: readonly string[]): readonly string[] {
  const count = Math.ceil(names.length / mostOnLine)
  return Array.from({ length: count }, (_, row) => names.slice(row * mostOnLine, (row + 1) * mostOnLine).join(', '))
}

const mostOnLine = 20
