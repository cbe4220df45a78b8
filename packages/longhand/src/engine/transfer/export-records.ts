import type { Json } from '../../core/json.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { Checkpoint } from '../ports/store-checkpoints.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { Place } from '../ports/store-conversations.ts'
import type { StoredEntry } from '../ports/store-entries.ts'
import type { ProjectFile } from '../ports/store-projects.ts'
import type { TurnJob } from '../ports/store-turns.ts'

/** A line of an export, in the order in which they come: the head, projects, each conversation from its line to its end, the end. */
export type ExportLine =
  | { readonly type: 'longhand'; readonly format: 1 }
  | ({ readonly type: 'project' } & ProjectRecord)
  /** What older exports tell about models; it is not brought in. */
  | { readonly type: 'state' }
  | ({ readonly type: 'conversation'; readonly lines: readonly LineRecord[] } & ConversationHead)
  | ({ readonly type: 'entry' } & StoredEntry)
  | ({ readonly type: 'checkpoint' } & Checkpoint)
  | { readonly type: 'compaction'; readonly compaction: CompactionJob }
  | { readonly type: 'turn'; readonly turn: TurnJob }
  | ({ readonly type: 'memory' } & MemoryRecord)
  | { readonly type: 'conversation-end'; readonly id: string; readonly hash: string }
  | { readonly type: 'end'; readonly conversations: number; readonly hash: string }

export type ProjectRecord = {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  /** Left out when there are none. */
  readonly files?: readonly ProjectFile[]
}

/** A conversation without what is in it. */
export type ConversationHead = {
  readonly id: string
  readonly kind: 'chat' | 'officer'
  readonly project: string | null
  readonly title: string | null
  readonly model: string | null
  readonly settings: Json
  readonly status: WindowStatus | null
  readonly head: Place
  readonly epoch: number
  readonly version: number
  /** How many checkpoints were ever made: the next one's id follows. */
  readonly checkpoints: number
  readonly createdAt: number
  readonly updatedAt: number
}

export type LineRecord = {
  readonly line: number
  readonly parent: number | null
  readonly forked: number
  readonly tip: number
  readonly at: number
}

export type MemoryRecord = { readonly text: string; readonly at: number }

/** All of a conversation but its entries. */
export type ConversationRecord = {
  readonly conversation: ConversationHead
  readonly lines: readonly LineRecord[]
  readonly checkpoints: readonly Checkpoint[]
  readonly compactions: readonly CompactionJob[]
  readonly turns: readonly TurnJob[]
  readonly memory: MemoryRecord | null
}
