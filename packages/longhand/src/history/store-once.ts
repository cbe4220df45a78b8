import { LonghandError } from '../core/errors.ts'
import type { Scope } from '../engine/engine.ts'
import type { NewEntry, StoredEntry } from '../engine/ports/store-entries.ts'

export type StoredOnce = {
  readonly entries: readonly StoredEntry[]
  /** Whether the last of them was written now, so that the head is there. */
  readonly isNew: boolean
}

/** Writes messages behind an entry. Those that another process has written in the meantime are read, not written again. */
export async function storeOnce(
  { store, conversation }: Scope,
  added: readonly NewEntry[],
  after: string | null,
): Promise<StoredOnce> {
  const known: StoredEntry[] = []
  for (;;) {
    const left = added.slice(known.length)
    if (left.length === 0) return { entries: known, isNew: false }
    try {
      const { outcome, entries } = await store.entries.append(conversation, left, {
        after: known.at(-1)?.entry.id ?? after,
      })
      return { entries: [...known, ...entries], isNew: outcome !== 'repeated' }
    } catch (error) {
      if (!(error instanceof LonghandError) || error.code !== 'conflict') throw error
      const found = await store.entries.find(
        conversation,
        left.map(({ id }) => id),
      )
      if (found.length === 0) throw error
      known.push(...found)
    }
  }
}
