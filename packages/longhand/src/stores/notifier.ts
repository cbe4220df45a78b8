import type { Notice } from '../engine/ports/store.ts'

/** Passes notices on to its listeners. */
export type Notifier = {
  /** A change, as the database announces it. */
  notifyJson(payload: string): void
  notify(notice: Notice): void
  subscribe(listener: (notice: Notice) => void): () => void
}

export function createNotifier(): Notifier {
  const listeners = new Set<(notice: Notice) => void>()
  const notify = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }
  return {
    notifyJson: payload => notify({ type: 'changed', ...JSON.parse(payload) }),
    notify,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
