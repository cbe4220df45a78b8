import type { Notice } from '../engine/ports/store.ts'

/** A change of a conversation. */
export type Change = Omit<Extract<Notice, { type: 'changed' }>, 'type'>

/** Passes notices on to its listeners. */
export type Notifier = {
  notify(notice: Notice): void
  subscribe(listener: (notice: Notice) => void): () => void
}

export function createNotifier(): Notifier {
  const listeners = new Set<(notice: Notice) => void>()
  return {
    notify: notice => {
      for (const listener of listeners) listener(notice)
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
