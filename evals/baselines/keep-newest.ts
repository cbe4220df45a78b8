import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import { printed } from '../metric/printed.ts'
import type { Purse } from './purse.ts'

export const textOfMessage = (history: History, at: number): string =>
  printed(history.messages[at]!)
    .map(({ text }) => text)
    .join('\n')

/** The newest messages that can be paid for, and what is affordable of the next one. Those in `already` are paid for. */
export function keepNewest(history: History, money: Purse, already: ReadonlySet<number> = new Set()): Compacted {
  const kept: number[] = []
  let at = history.messages.length - 1
  while (at >= 0 && (already.has(at) || money.pay(history.tokens[at]!))) kept.unshift(at--)
  const part = at < 0 ? null : money.buy(textOfMessage(history, at), 'end')
  return { kept, texts: part === null ? [] : [part] }
}

/** The oldest messages that can be paid for, and what is affordable of the next one. */
export function keepOldest(history: History, money: Purse): Compacted {
  const kept: number[] = []
  let at = 0
  while (at < history.messages.length && money.pay(history.tokens[at]!)) kept.push(at++)
  const part = at === history.messages.length ? null : money.buy(textOfMessage(history, at), 'start')
  return { kept, texts: part === null ? [] : [part] }
}

/** Two results as one; a message that both kept is kept once. */
export const both = (a: Compacted, b: Compacted): Compacted => ({
  kept: [...new Set([...a.kept, ...b.kept])].toSorted((x, y) => x - y),
  texts: [...a.texts, ...b.texts],
})
