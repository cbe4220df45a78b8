import type { View, ViewMessage } from './view.ts'

/** How one view differs from another. */
export type Comparison = {
  /** Messages at the start that are the same in both: what a prompt cache still holds. */
  readonly shared: number
  readonly removed: readonly ViewMessage[]
  readonly added: readonly ViewMessage[]
}

export function compare(before: View, after: View): Comparison {
  let shared = 0
  while (shared < before.length && shared < after.length && sameMessage(before[shared]!, after[shared]!)) shared++
  const had = new Set(before.slice(shared).map(bytes))
  const has = new Set(after.slice(shared).map(bytes))
  return {
    shared,
    removed: before.slice(shared).filter(message => !has.has(bytes(message))),
    added: after.slice(shared).filter(message => !had.has(bytes(message))),
  }
}

export const sameMessage = (a: ViewMessage, b: ViewMessage): boolean => a.message === b.message || bytes(a) === bytes(b)

const bytes = ({ message }: ViewMessage): string => JSON.stringify(message)
