import type { Entry } from '../../core/entry.ts'
import { asJson, type Json } from '../../core/json.ts'
import type { Usage } from '../ports/chat-model.ts'
import type { StoredEntry } from '../ports/store-entries.ts'
import { type EntryMeta, readEntryMeta } from './entry-meta.ts'

/** An entry as screens get it: what is stored, when, and what people see beside it. */
export type ShownEntry = Entry & {
  readonly at: string
  readonly model?: string
  readonly ending?: EntryMeta['ending'] & string
  readonly continues?: true
  readonly usage?: Pick<Usage, 'input' | 'output'>
  readonly cost?: number
  readonly ms?: number
}

export function shownEntry({ entry, at, about }: StoredEntry): ShownEntry {
  const { model, ending, continues, usage, cost, ms } = readEntryMeta(about)
  return {
    ...entry,
    at: new Date(at).toISOString(),
    ...(model === undefined ? {} : { model }),
    ...(ending === undefined ? {} : { ending }),
    ...(continues && { continues }),
    ...(usage && { usage: { input: usage.input, output: usage.output } }),
    ...(cost !== undefined && { cost }),
    ...(ms !== undefined && { ms }),
  }
}

/** The same as a piece of a turn's feed. */
export const entryChunk = (stored: StoredEntry): Json => ({
  type: 'data-entry',
  id: stored.entry.id,
  data: asJson(shownEntry(stored)),
})
