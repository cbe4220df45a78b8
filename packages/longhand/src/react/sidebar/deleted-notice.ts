import { useSyncExternalStore } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'

/** What was deleted a moment ago and can be brought back with one click. */
export type JustDeleted = readonly Pick<ConversationRow, 'id' | 'title'>[]

// Deleting what is open leads to another screen, and the way back must be there too.
let deleted: JustDeleted = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Offers to bring these back, for a while; an empty list takes the offer away. */
export function offerUndelete(rows: JustDeleted): void {
  deleted = rows
  clearTimeout(timer)
  if (rows.length > 0) timer = setTimeout(() => offerUndelete([]), shownMs)
  for (const listener of listeners) listener()
}

const shownMs = 15_000

export const useJustDeleted = (): JustDeleted => useSyncExternalStore(subscribe, () => deleted)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
