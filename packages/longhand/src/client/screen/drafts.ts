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

/** A browser may forbid its storage or have none left; typing must still work. */
function writeItem(storage: DraftStorage, key: string, value: string): void {
  try {
    if (value === '') storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {}
}

function readItem(storage: DraftStorage, key: string): string | null {
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
