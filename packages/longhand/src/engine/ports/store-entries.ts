import type { Branch } from '../../core/branch.ts'
import type { Entry, EntryDraft } from '../../core/entry.ts'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'
import type { Span } from '../../core/span.ts'
import type { Conversation, Place, Totals } from './store-conversations.ts'

/** An entry to write. Its id is the writer's: writing the same id again never writes twice. */
export type NewEntry = EntryDraft & {
  readonly id: string
  /** What people see beside it: the model that spoke, how an answer ended. The view never reads it. */
  readonly about?: Json
}

export type StoredEntry = {
  readonly entry: Entry
  /** The line that holds it; branches share the entries before their fork. */
  readonly line: number
  readonly at: number
  readonly about: Json | null
}

export interface Entries {
  /**
   * Writes all of the entries or none. An id that is already here with the same body answers as the first time did
   * (`repeated`); with another body it throws `conflict`.
   */
  append(conversation: string, entries: readonly NewEntry[], options?: AppendOptions): Promise<Appended>
  /** The conversation and all that the view at its head reads (see `shorten`), bounded by the window. */
  branch(conversation: string, at?: Place): Promise<{ readonly conversation: Conversation; readonly branch: Branch }>
  /** A page of the branch, in order. */
  page(conversation: string, page: Page): Promise<EntryPage>
  /** The whole branch, or a span of it, read in pages as it is consumed. */
  walk(conversation: string, options?: { readonly span?: Span; readonly at?: Place }): AsyncIterable<StoredEntry>
  /** The named entries, wherever in the tree they are, in the order of the ids; unknown ones are left out. */
  find(conversation: string, ids: readonly string[]): Promise<readonly StoredEntry[]>
  /** The newest answer that its provider knows by this id, in any conversation that is not deleted; null when there is none. */
  findByResponse(response: string): Promise<{ readonly conversation: string; readonly stored: StoredEntry } | null>
  /** Messages, turns and tokens of a span of the branch. */
  totals(conversation: string, span: Span, at?: Place): Promise<Totals>
  /** Messages that hold the words: exactly first, then with the beginning of the last one; both newest first. */
  search(words: string, options?: SearchOptions): Promise<readonly Hit[]>
}

export type AppendOptions = {
  /**
   * The newest entry that the writer has seen; null for the root. When messages have come after it, or the head has
   * gone elsewhere, messages start a line of their own from there and the head follows them: the last write wins and
   * what the other wrote stays as a branch. Entries that are no messages throw `stale` when it left the branch.
   */
  readonly after?: string | null
  /** With `stays`, a head that stands elsewhere is left there: an answer must not pull back a person who has moved on. */
  readonly head?: 'follows' | 'stays'
}

export type Appended = {
  readonly outcome: 'appended' | 'forked' | 'repeated'
  readonly entries: readonly StoredEntry[]
  readonly conversation: Conversation
}

/** The `limit` entries before or after a place of the branch; without either, the newest. */
export type Page = {
  readonly before?: Cursor
  readonly after?: Cursor
  readonly limit: number
  readonly at?: Place
}

/** By depth, or by the ¶ number of a message. */
export type Cursor = { readonly depth: number } | { readonly number: number }

export type EntryPage = { readonly entries: readonly StoredEntry[]; readonly more: boolean }

export type SearchOptions = { readonly conversation?: string; readonly limit?: number }

export type Hit = {
  readonly conversation: string
  readonly title: string | null
  readonly entry: string
  readonly place: Place
  readonly number: number
  readonly role: string
  readonly preview: string
  readonly at: number
  /** The message itself; null when it is long and has to be read by itself. */
  readonly message: Message | null
}

export interface Branches {
  /** The end of every line, newest first. */
  list(conversation: string): Promise<readonly BranchTip[]>
  /** Stands somewhere else in the tree, after saving where one was as a checkpoint. */
  move(conversation: string, place: Place): Promise<Conversation>
  /** The same, on a line of its own: what is written next never lengthens the line that was left. */
  fork(conversation: string, place: Place): Promise<Conversation>
}

export type BranchTip = {
  readonly tip: Place
  /** Where the line left another; null for the first. */
  readonly from: Place | null
  readonly messages: number
  readonly preview: string
  readonly at: number
  readonly current: boolean
}
