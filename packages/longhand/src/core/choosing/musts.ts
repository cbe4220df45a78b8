import type { Count } from '../count.ts'
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

export function mustsOf({ passages }: Survey, budget: number, count: Count): Musts {
  const words = passages.filter(({ quote }) => quote.kind === 'said')
  const persons = words.filter(({ quote }) => quote.origin.speaker === 'person')
  const free = persons.filter(isOpen)
  const first = persons.slice(0, 1).filter(isOpen)
  const last = free.filter(({ quote }) => quote.origin === free.at(-1)!.quote.origin)
  const assistants = words.filter(({ quote }) => quote.origin.speaker === 'assistant' && quote.text.length >= telling)
  const within = (share: number, wanted: readonly Passage[]) => afford(wanted, budget * share, count)
  const goal = within(goalShare, [...first, ...last])
  const constraints = free.filter(passage => passage.cue === 'constraint' && !goal.includes(passage))
  return {
    goal,
    // The newest first: where two contradict each other, the later one holds.
    constraints: within(constraintShare, constraints.toReversed()),
    state: within(stateShare, assistants.filter(isOpen).slice(-lastWords).toReversed()),
  }
}

const isOpen = ({ folds, stays }: Passage): boolean => folds && !stays

const goalShare = 0.06
const constraintShare = 0.3
const stateShare = 0.06
const lastWords = 4

/** A shorter line says nothing about where things stand: "Now the tests." */
const telling = 30

/** As many of the wanted as the budget has room for, each once. */
function afford(wanted: readonly Passage[], budget: number, count: Count): readonly Passage[] {
  let left = budget
  return [...new Set(wanted)].filter(({ quote }) => {
    const price = count(quote.text) + 6
    if (price > left) return false
    left -= price
    return true
  })
}
