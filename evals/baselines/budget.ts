import { countTokens } from '../metric/tokens.ts'

/** A budget of tokens that is spent bit by bit. */
export type Budget = {
  readonly left: () => number
  /** Pays if it can. */
  readonly spend: (tokens: number) => boolean
  /** As much of a text as can be paid for, from its end or its start, in whole lines. */
  readonly takeLines: (text: string, side: 'start' | 'end') => string | null
}

export function createBudget(budget: number): Budget {
  let left = budget
  const pay = (tokens: number): boolean => {
    if (tokens > left) return false
    left -= tokens
    return true
  }
  const buy = (text: string, side: 'start' | 'end'): string | null => {
    const lines = side === 'start' ? text.split('\n') : text.split('\n').toReversed()
    const bought: string[] = []
    for (const line of lines) {
      if (!pay(countTokens(line) + 1)) break
      bought.push(line)
    }
    if (bought.length === 0) return null
    return (side === 'start' ? bought : bought.toReversed()).join('\n')
  }
  return { left: () => left, spend: pay, takeLines: buy }
}
