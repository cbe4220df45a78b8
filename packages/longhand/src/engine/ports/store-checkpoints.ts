import type { Conversation, Place } from './store-conversations.ts'

/** A named place to return to. Saving one copies nothing. */
export type Checkpoint = {
  /** Counts up within the conversation, so that people can type it. */
  readonly id: string
  readonly label: string
  readonly tags: readonly string[]
  readonly kind: CheckpointKind
  readonly place: Place
  /** The ¶ of the newest message at the place. */
  readonly number: number
  readonly model: string | null
  /** Tokens in the window when it was saved. */
  readonly used: number
  /** The version of the compaction in force, 0 for none. */
  readonly compaction: number
  readonly at: number
}

export type CheckpointKind = 'manual' | 'automatic' | 'before-compaction' | 'before-restore'

export interface Checkpoints {
  create(conversation: string, checkpoint: NewCheckpoint): Promise<Checkpoint>
  /** Newest first. */
  list(conversation: string): Promise<readonly Checkpoint[]>
  update(conversation: string, id: string, change: CheckpointChange): Promise<Checkpoint>
  remove(conversation: string, id: string): Promise<void>
  /** Returns to the place, after saving where one was. What came after stays as a branch. */
  restore(conversation: string, id: string): Promise<Restored>
}

export type NewCheckpoint = {
  readonly label: string
  readonly tags?: readonly string[]
  readonly kind?: CheckpointKind
  /** When not given: all tokens of the branch. */
  readonly used?: number
}

export type CheckpointChange = { readonly label?: string; readonly tags?: readonly string[] }

export type Restored = { readonly conversation: Conversation; readonly before: Checkpoint }
