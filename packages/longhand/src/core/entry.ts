import type { Fold } from './fold.ts'
import type { Message } from './message.ts'
import type { Span } from './span.ts'

/** One node of a conversation's tree. Entries are appended and never edited. */
export type Entry = MessageEntry | CompactionEntry | UndoEntry | RedoEntry | ProtectionEntry

/** Where an entry is: `depth` is its place on the branch, from 1, and unique on it. */
type Positioned = { readonly id: string; readonly depth: number }

/** A message in its place on a branch. */
export type MessageEntry = Positioned & {
  readonly type: 'message'
  /** Which message of the branch this is, from 1: the ¶ that people see. */
  readonly number: number
  readonly message: Message
  /** Tokens of the message by the tokenizer, counted once when it was appended. */
  readonly count: number
}

/** From here on the view reads `folds` in place of their spans; these are all the active folds. */
export type CompactionEntry = Positioned & {
  readonly type: 'compaction'
  /** 1 for the first compaction of a branch, 2 for one based on it, … */
  readonly version: number
  /** The compaction that was active before; undo returns to it. */
  readonly base: string | null
  /** The compaction whose text a person edited to make this one. */
  readonly edits: string | null
  readonly folds: readonly Fold[]
}

export type UndoEntry = Positioned & { readonly type: 'undo'; readonly compaction: string }

export type RedoEntry = Positioned & { readonly type: 'redo'; readonly compaction: string }

/** What a person did about the messages of a span, a whole exchange. */
export type ProtectionEntry = Positioned & {
  readonly type: 'protection'
  readonly span: Span
  readonly action: 'protect' | 'release'
}

/** An entry before it has a place: `place` gives it depth and number. */
export type EntryDraft<E extends Entry = Entry> = E extends Entry ? Omit<E, 'id' | 'depth' | 'number'> : never
