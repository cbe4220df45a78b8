import type { Outgoing } from './screen.ts'

/** Where drafts are kept: `localStorage` in a browser, a file in a terminal. */
export type Shelf = {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

/** What a person wrote and the server does not have yet. It outlives a reload, a crash and a dead network. */
export type Drafts = {
  readonly text: () => string
  readonly write: (text: string) => void
  readonly outgoing: () => readonly Outgoing[]
  readonly keep: (outgoing: readonly Outgoing[]) => void
}

export function draftsOf(conversation: string, shelf: Shelf): Drafts {
  const draft = `longhand-draft-${conversation}`
  const sent = `longhand-outgoing-${conversation}`
  return {
    text: () => take(shelf, draft) ?? '',
    write: text => put(shelf, draft, text),
    outgoing: () => parse(take(shelf, sent)),
    keep: outgoing => put(shelf, sent, outgoing.length === 0 ? '' : JSON.stringify(outgoing)),
  }
}

/** A browser may forbid its storage or have none left; writing on must still work. */
function put(shelf: Shelf, key: string, value: string): void {
  try {
    if (value === '') shelf.removeItem(key)
    else shelf.setItem(key, value)
  } catch {}
}

function take(shelf: Shelf, key: string): string | null {
  try {
    return shelf.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string | null): readonly Outgoing[] {
  try {
    const found = JSON.parse(text ?? '[]')
    return Array.isArray(found)
      ? found.filter(it => typeof it?.clientId === 'string' && typeof it.text === 'string')
      : []
  } catch {
    return []
  }
}
