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
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }
  return {
    notifyJson: payload => tell({ type: 'changed', ...JSON.parse(payload) }),
    notify: tell,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
