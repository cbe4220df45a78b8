import type { OutgoingMessage } from './screen.ts'

/** Where drafts are stored: `localStorage` in a browser, a file in a terminal. */
export type DraftStorage = {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

/** What a person wrote and the server does not have yet. It survives a reload, a crash and a dead network. */
export type Drafts = {
  readonly text: () => string
  readonly saveText: (text: string) => void
  readonly outgoing: () => readonly OutgoingMessage[]
  readonly saveOutgoing: (outgoing: readonly OutgoingMessage[]) => void
}

export function createDrafts(conversation: string, storage: DraftStorage): Drafts {
  const draft = `longhand-draft-${conversation}`
  const sent = `longhand-outgoing-${conversation}`
  // Read once: what another tab writes later into the same storage is its own.
  let written: string | null = null
  return {
    text: () => {
      written ??= readItem(storage, draft) ?? ''
      return written
    },
    saveText: text => {
      written = text
      writeItem(storage, draft, text)
    },
    outgoing: () => parseOutgoing(readItem(storage, sent)),
    saveOutgoing: outgoing => writeItem(storage, sent, outgoing.length === 0 ? '' : JSON.stringify(outgoing)),
  }
}

/**
 * What a storage did not take, for as long as the page is open: a browser may forbid its storage or have none left (files
 * are large), and what was written must still reach the next screen.
 */
const notStored = new WeakMap<DraftStorage, Map<string, string>>()

function writeItem(storage: DraftStorage, key: string, value: string): void {
  notStored.get(storage)?.delete(key)
  try {
    // Also before a longer text that may not fit: an old one must not be taken for it.
    storage.removeItem(key)
    if (value !== '') storage.setItem(key, value)
  } catch {
    const kept = notStored.get(storage) ?? new Map<string, string>()
    notStored.set(storage, kept.set(key, value))
  }
}

function readItem(storage: DraftStorage, key: string): string | null {
  const kept = notStored.get(storage)?.get(key)
  if (kept !== undefined) return kept
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function parseOutgoing(text: string | null): readonly OutgoingMessage[] {
  try {
    const found = JSON.parse(text ?? '[]')
    return Array.isArray(found)
      ? found.filter(it => typeof it?.clientId === 'string' && typeof it.text === 'string')
      : []
  } catch {
    return []
  }
}
