import type { CountTokens } from '../../core/count.ts'
import type { Origin } from '../reading/quote.ts'
import type { Passage, Survey } from './survey.ts'

/** What every text begins and ends with, before anything is weighed against anything. */
export type Musts = {
  /** What the person asked for, first and last. */
  readonly goal: readonly Passage[]
  /** How the person wants things done. */
  readonly constraints: readonly Passage[]
  /** The assistant's last words. */
  readonly state: readonly Passage[]
}

export function mustsOf({ passages }: Survey, budget: number, count: CountTokens): Musts {
  const words = passages.filter(({ quote }) => quote.kind === 'said')
  const persons = words.filter(({ quote }) => quote.origin.speaker === 'person')
  const free = persons.filter(isOpen)
  const first = persons.slice(0, 1).filter(isOpen)
  const last = free.filter(({ quote }) => quote.origin === free.at(-1)!.quote.origin)
  const assistants = words.filter(({ quote }) => quote.origin.speaker === 'assistant' && quote.text.length >= telling)
  const within = (share: number, wanted: readonly Passage[]) => afford(wanted, budget * share, count)
  const goal = within(goalShare, [...first, ...last])
  // The newest first, since it holds against an older one.
  const constraints = free.filter(({ cue }) => cue === 'constraint').toReversed()
  const isPasted = pasted(persons)
  const isTyped = (passage: Passage): boolean => !isPasted(passage)
  return {
    goal,
    constraints: [
      ...within(typedShare, constraints.filter(isTyped)),
      ...within(pastedShare, constraints.filter(isPasted)),
    ],
    state: within(stateShare, assistants.filter(isOpen).slice(-lastWords).toReversed()),
  }
}

const isOpen = ({ folds, stays }: Passage): boolean => folds && !stays

const goalShare = 0.03
const typedShare = 0.2
const pastedShare = 0.05
const stateShare = 0.02
const lastWords = 4

/** A shorter line says nothing about where things stand: "Now the tests." */
const telling = 30

/**
 * Whether a passage comes from a message that is too long to have been typed: what it demands was not said here. What a
 * conversation starts with is meant for all of it, however long.
 */
function pasted(persons: readonly Passage[]): (passage: Passage) => boolean {
  const first = persons[0]?.quote.origin
  const lengths = new Map<Origin, number>()
  for (const { quote } of persons) lengths.set(quote.origin, (lengths.get(quote.origin) ?? 0) + quote.text.length)
  return ({ quote }) => quote.origin !== first && lengths.get(quote.origin)! > longestTyped
}

const longestTyped = 2_000

/** As many of the wanted as the budget has room for, each once. */
function afford(wanted: readonly Passage[], budget: number, count: CountTokens): readonly Passage[] {
  let left = budget
  return [...new Set(wanted)].filter(({ quote }) => {
    const price = count(quote.text) + 3
    if (price > left) return false
    left -= price
    return true
  })
}
