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
  const words = passages.filter(({ quote, folds, stays }) => quote.kind === 'said' && folds && !stays)
  const persons = words.filter(({ quote }) => quote.origin.speaker === 'person')
  const last = persons.filter(({ quote }) => quote.origin === persons.at(-1)!.quote.origin)
  const assistants = words.filter(({ quote }) => quote.origin.speaker === 'assistant')
  const within = (share: number, wanted: readonly Passage[]) => afford(wanted, budget * share, count)
  const goal = within(goalShare, [...persons.slice(0, 1), ...last])
  const constraints = persons.filter(passage => passage.cue === 'constraint' && !goal.includes(passage))
  return {
    goal,
    // The newest first: where two contradict each other, the later one holds.
    constraints: within(constraintShare, constraints.toReversed()),
    state: within(stateShare, assistants.slice(-lastWords)),
  }
}

const goalShare = 0.06
const constraintShare = 0.3
const stateShare = 0.06
const lastWords = 4

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
