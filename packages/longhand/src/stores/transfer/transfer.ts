import type { Json } from '../../core/json.ts'
import type { Status } from '../../core/window.ts'
import type { Checkpoint } from '../../engine/store-checkpoints.ts'
import type { CompactionJob } from '../../engine/store-compactions.ts'
import type { Place } from '../../engine/store-conversations.ts'
import type { StoredEntry } from '../../engine/store-entries.ts'
import type { TurnJob } from '../../engine/store-turns.ts'

/** Where an export reads from: one owner's part of a storage. */
export type Source = {
  owner(): Promise<OwnerRecord & { readonly conversations: readonly string[] }>
  conversation(id: string): Promise<ConversationRecord>
  /** The entries that a line holds itself, both ends included. */
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

export type ProjectRecord = { readonly id: string; readonly name: string; readonly createdAt: number }

/** All of a conversation but its entries. */
export type ConversationRecord = {
  readonly conversation: {
    readonly id: string
    readonly kind: 'chat' | 'officer'
    readonly project: string | null
    readonly title: string | null
    readonly model: string | null
    readonly settings: Json
    readonly status: Status | null
    readonly head: Place
    readonly epoch: number
    readonly version: number
    /** How many checkpoints were ever made: the next one's id follows. */
    readonly checkpoints: number
    readonly createdAt: number
    readonly updatedAt: number
  }
  readonly lines: readonly LineRecord[]
  readonly checkpoints: readonly Checkpoint[]
  readonly compactions: readonly CompactionJob[]
  readonly turns: readonly TurnJob[]
  readonly memory: { readonly text: string; readonly at: number } | null
}

export type LineRecord = {
  readonly line: number
  readonly parent: number | null
  readonly forked: number
  readonly tip: number
  readonly at: number
}
