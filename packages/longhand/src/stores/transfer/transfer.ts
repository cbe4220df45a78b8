import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import type { ConversationRecord, ProjectRecord } from '../../engine/transfer/export-records.ts'

/** Where an export reads from: one owner's part of a storage. */
export type Source = {
  owner(): Promise<OwnerRecord & { readonly conversations: readonly string[] }>
  /** Throws `not-found` when it has gone. */
  conversation(id: string): Promise<ConversationRecord>
  /** The entries that a line holds itself, both ends included; fewer when the conversation has gone meanwhile. */
  entries(conversation: string, line: number, from: number, to: number): Promise<readonly StoredEntry[]>
}

/** Where an import writes to. A conversation is not seen before `end`. */
export type Target = {
  /** Answers with the projects whose ids are someone else's. */
  owner(record: OwnerRecord): Promise<readonly string[]>
  /** The projects whose officer has not come. */
  lacking(): Promise<readonly ProjectRecord[]>
  begin(record: ConversationRecord): Promise<'new' | 'here' | 'taken'>
  entries(conversation: string, line: number, entries: readonly StoredEntry[]): Promise<void>
  end(record: ConversationRecord): Promise<void>
}

export type OwnerRecord = { readonly projects: readonly ProjectRecord[] }
