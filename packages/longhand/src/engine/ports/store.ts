import type { ParseExportLines } from '../transfer/parse-export-lines.ts'
import type { Allowances } from './store-allowances.ts'
import type { Answered } from './store-answered.ts'
import type { Checkpoints } from './store-checkpoints.ts'
import type { CompactionJob, Compactions } from './store-compactions.ts'
import type { Conversations } from './store-conversations.ts'
import type { Branches, Entries } from './store-entries.ts'
import type { Memories, Projects } from './store-projects.ts'
import type { Runs } from './store-runs.ts'
import type { States } from './store-states.ts'
import type { Lease, TurnJob, Turns } from './store-turns.ts'

/**
 * What one owner may see and change. Every operation is one round trip and one commit; what belongs to someone else is
 * `not-found`. When the database fails, operations throw a LonghandError whose code starts with `store-`.
 */
export interface Store {
  readonly conversations: Conversations
  readonly entries: Entries
  readonly branches: Branches
  readonly checkpoints: Checkpoints
  readonly compactions: Compactions
  readonly turns: Turns
  readonly runs: Runs
  readonly projects: Projects
  readonly memories: Memories
  readonly calibrations: States
  readonly breakers: States
  /** What was reported for the last request of a conversation, by its id: whoever stores the answer notes it beside that. */
  readonly reports: States
  /** C20 what a summariser has said too late for its own fold, or is still to say, by the id of its conversation. */
  readonly prose: States
  readonly allowances: Allowances
  /** H4.12 what their provider has answered them with keys that are others' too. */
  readonly answered: Answered
  /**
   * Everything that belongs to this owner, or the named conversations, as lines of JSON; the last line holds a hash of
   * all others.
   */
  export(conversations?: readonly string[]): AsyncIterable<string>
  /**
   * Brings exported lines in. All of them are read and checked before the first is written; what a line says is only as
   * good as `parse` finds it. A conversation appears when all of it is there; one that is already here is left alone.
   */
  import(lines: AsyncIterable<string>, parse: ParseExportLines): Promise<ImportResult>
}

/** The storage of all owners. */
export interface Storage {
  /** Which engine answers, for logs and `doctor`: `memory`, `embedded` or `postgres`. */
  readonly engine: string
  /** `alone` where no other process writes: listeners hear of a change before whoever made it is answered. */
  readonly writer?: 'alone'
  /** The store of one owner: a UUID, as `auth.uid()` has it. */
  as(owner: string): Store
  readonly maintenance: Maintenance
  /** Reports every change by any process, until the returned function is called. */
  subscribe(listener: (notice: Notice) => void): () => void
  /** Answers when the database does, within a few seconds; throws a LonghandError when it cannot be written. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The owner of everything on a machine that knows only one person. */
export const localOwner = '00000000-0000-4000-8000-000000000001'

/** Work that no owner asks for. */
export interface Maintenance {
  /** Takes the oldest compaction that is due: requested and not begun, or begun by someone who went silent. */
  claimCompaction(lease: Lease): Promise<Owned<CompactionJob> | null>
  /** Takes an answer whose writer went silent, to be finished as interrupted. */
  claimTurn(lease: Lease): Promise<Owned<TurnJob> | null>
  /** Ends every lease and run now. For a process that knows the others are dead: it holds the only lock. */
  endLeases(): Promise<void>
  /** Forgets old checkpoints, purges what was deleted long ago, ends what kills whoever takes it. */
  sweep(): Promise<SweepResult>
  /** What each owner stores, largest first. */
  sizes(): Promise<readonly OwnerSize[]>
}

export type Owned<Job> = Job & { readonly owner: string }

export type SweepResult = { readonly checkpoints: number; readonly conversations: number; readonly jobs: number }

export type OwnerSize = { readonly owner: string; readonly conversations: number; readonly bytes: number }

export type ImportResult = {
  readonly conversations: number
  readonly entries: number
  readonly skipped: readonly string[]
}

/** That something changed, never what was said. */
export type Notice =
  | {
      readonly type: 'changed'
      readonly owner: string
      readonly conversation: string
      readonly version: number
      readonly topic: Topic
    }
  /** Changes may have gone unheard while the connection was down: read the versions again. */
  | { readonly type: 'missed' }

export type Topic = 'entries' | 'head' | 'settings' | 'checkpoints' | 'compaction' | 'turn' | 'deleted'
