import type { Notice } from '../engine/ports/store.ts'

/** Hands notices on to whoever listens. */
export type Noticeboard = {
  /** A change, as the database announces it. */
  post(payload: string): void
  tell(notice: Notice): void
  subscribe(listener: (notice: Notice) => void): () => void
}

export function noticeboard(): Noticeboard {
  const listeners = new Set<(notice: Notice) => void>()
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }
  return {
    post: payload => tell({ type: 'changed', ...JSON.parse(payload) }),
    tell,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
