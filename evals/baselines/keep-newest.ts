import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import { printed } from '../metric/printed.ts'
import type { Budget } from './budget.ts'

export const textOfMessage = (history: History, at: number): string =>
  printed(history.messages[at]!)
    .map(({ text }) => text)
    .join('\n')

/** The newest messages that can be paid for, and what is affordable of the next one. Those in `already` are paid for. */
export function keepNewest(history: History, remaining: Budget, already: ReadonlySet<number> = new Set()): Compacted {
  const kept: number[] = []
  let at = history.messages.length - 1
  while (at >= 0 && (already.has(at) || remaining.spend(history.tokens[at]!))) kept.unshift(at--)
  const part = at < 0 ? null : remaining.takeLines(textOfMessage(history, at), 'end')
  return { kept, texts: part === null ? [] : [part] }
}

/** The oldest messages that can be paid for, and what is affordable of the next one. */
export function keepOldest(history: History, remaining: Budget): Compacted {
  const kept: number[] = []
  let at = 0
  while (at < history.messages.length && remaining.spend(history.tokens[at]!)) kept.push(at++)
  const part = at === history.messages.length ? null : remaining.takeLines(textOfMessage(history, at), 'start')
  return { kept, texts: part === null ? [] : [part] }
}

/** Two results as one; a message that both kept is kept once. */
export const both = (a: Compacted, b: Compacted): Compacted => ({
  kept: [...new Set([...a.kept, ...b.kept])].toSorted((x, y) => x - y),
  texts: [...a.texts, ...b.texts],
})
