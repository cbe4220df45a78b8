import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import type { ConversationRecord, ProjectRecord } from '../../engine/transfer/export-records.ts'

/** Where an export reads from: one owner's part of a storage. */
export type Source = {
  owner(): Promise<OwnerRecord & { readonly conversations: readonly string[] }>
  /** Throws `not-found` when it was deleted. */
  conversation(id: string): Promise<ConversationRecord>
  /** The entries that a line holds itself, both ends included; fewer when the conversation has been deleted in between. */
  entries(conversation: string, line: number, from: number, to: number): Promise<readonly StoredEntry[]>
}

/** Where an import writes to. A conversation is invisible before `end`. */
export type Target = {
  /** Returns the projects whose ids belong to someone else. */
  owner(record: OwnerRecord): Promise<readonly string[]>
  /** The projects that have no officer yet. */
  withoutOfficer(): Promise<readonly ProjectRecord[]>
  begin(record: ConversationRecord): Promise<'new' | 'here' | 'taken'>
  entries(conversation: string, line: number, entries: readonly StoredEntry[]): Promise<void>
  end(record: ConversationRecord): Promise<void>
}

export type OwnerRecord = { readonly projects: readonly ProjectRecord[] }
