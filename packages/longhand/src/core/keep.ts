import type { Exchange } from './exchange.ts'
import type { Keep } from './policy.ts'

/**
 * How many exchanges at the end of a list stay word for word.
 * At least one: the model must see what it is answering.
 */
export function keptExchanges(all: readonly Exchange[], keep: Keep): number {
  let kept = 0
  let load = 0
  while (kept < all.length && (kept === 0 || load < keep.amount)) {
    const next = load + weigh(all, all.length - kept - 1, keep.by)
    // A token budget must not be exceeded; a number of messages or turns is a promise, so it is rounded up.
    if (keep.by === 'tokens' && kept > 0 && next > keep.amount) break
    load = next
    kept++
  }
  return kept
}

function weigh(all: readonly Exchange[], at: number, by: Keep['by']): number {
  const { messages } = all[at]!
  if (by === 'messages') return messages.length
  if (by === 'tokens') return messages.reduce((sum, { count }) => sum + count, 0)
  const startsTurn = roleAt(all, at) === 'user' && roleAt(all, at - 1) !== 'user'
  return startsTurn ? 1 : 0
}

const roleAt = (all: readonly Exchange[], at: number) => all[at]?.messages[0]?.message.role
