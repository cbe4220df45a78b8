import type { Json } from '../../core/json.ts'
import type { Part } from '../../core/message.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { Conversation, Place } from './store-conversations.ts'
import type { Appended, AppendOptions, NewEntry, StoredEntry } from './store-entries.ts'

/**
 * For how long a worker may be silent before its job is taken from it. The database's clock decides. All workers of a
 * storage take the same time: a lease that is further ahead was given before the clock was set back, and is shortened.
 */
export type Lease = { readonly worker: string; readonly ms: number }

/**
 * What a worker must show to change a job: the job as it was given. The attempt goes up when a job is taken over, and so
 * fences off the worker before.
 */
export type Fence = { readonly conversation: string; readonly id: string; readonly attempt: number }

/** `stop`: still yours, but someone wants it to end. `lost`: it is not yours any more, drop the work. */
export type Beat = 'held' | 'stop' | 'lost'

/** An answer while it is written, and how it ended. One runs per conversation. */
export type TurnJob = {
  readonly id: string
  readonly conversation: string
  readonly status: 'running' | TurnEnd
  readonly attempt: number
  /** Owners that went silent while it was theirs. */
  readonly deaths: number
  readonly worker: string
  /** What the engine wants to know again after a crash. */
  readonly request: Json
  /** What has been shown so far. */
  readonly parts: readonly Part[]
  readonly startedAt: number
  readonly endedAt: number | null
}

export type TurnEnd = 'done' | 'stopped' | 'failed' | 'interrupted'

export interface Turns {
  /** Starts a turn together with what it opens with, in one commit: a turn that exists has its message stored. */
  start(conversation: string, turn: NewTurn, lease: Lease): Promise<TurnStart>
  /** Saves what has been shown and renews the lease. */
  save(fence: Fence, parts: readonly Part[], lease: Lease): Promise<Beat>
  beat(fence: Fence, lease: Lease): Promise<Beat>
  /** Appends a step of a turn that goes on and forgets what was shown of it, in one commit; null when the fence has fallen. */
  keepStep(fence: Fence, step: StepEntries, lease: Lease): Promise<TurnFinish | null>
  /**
   * Stores what a writer whose fence has fallen had said, beside what was kept of it. The head follows when it stands on
   * that turn and no other runs; otherwise it stays as a branch.
   */
  keepLate(fence: Fence, step: StepEntries): Promise<Appended>
  /** Ends the turn and appends its last entries in one commit; null when the fence has fallen and nothing was written. */
  finish(fence: Fence, end: TurnEnd, last?: LastEntries): Promise<TurnFinish | null>
  /** Asks the running turn to stop, whichever process it runs in. False when none runs. */
  stop(conversation: string): Promise<boolean>
  /** The newest turn: the running one, if one runs. */
  latest(conversation: string): Promise<TurnJob | null>
}

export type NewTurn = { readonly id: string; readonly request?: Json; readonly opening?: TurnOpening }

/** What is written as a turn starts: all of it or none. */
export type TurnOpening =
  | {
      readonly type: 'say'
      readonly entries: readonly NewEntry[]
      /** Null is the very beginning. */
      readonly after?: string | null
      /** Protects the last of the entries, by an entry of this id. */
      readonly protection?: string
      /** For a conversation that has none yet. */
      readonly title?: string
      readonly settings?: Json
    }
  /** Stands somewhere else, as `branches.move` does, to answer anew from there. */
  | { readonly type: 'move'; readonly to: Place }

export type TurnStart =
  | ({
      readonly type: 'started'
      readonly turn: TurnJob
      readonly opened: readonly StoredEntry[]
      /** What was learnt about models, by name. */
      readonly learnt: Readonly<Record<string, Json>>
    } & Since)
  /** Another answer is being written, or this very one. */
  | { readonly type: 'running'; readonly turn: TurnJob }
  /** This very turn has ended, and what it opened with is stored. */
  | { readonly type: 'repeated'; readonly turn: TurnJob }
  /** The one before went silent. It is yours now: finish it as interrupted, then start again. */
  | { readonly type: 'abandoned'; readonly turn: TurnJob }

/** The conversation after a write, and the version it had before: whoever holds that one needs to read nothing. */
export type Since = { readonly since: number; readonly conversation: Conversation }

export type StepEntries = StepNotes & { readonly entries: readonly NewEntry[]; readonly after: string }

export type LastEntries = AppendOptions & StepNotes & { readonly entries: readonly NewEntry[] }

/** What is noted in the same commit: the window's status for lists, and what was learnt about a model. */
export type StepNotes = {
  readonly status?: WindowStatus
  readonly learnt?: { readonly model: string; readonly state: Json }
}

export type TurnFinish = Since & { readonly turn: TurnJob; readonly appended: Appended | null }
