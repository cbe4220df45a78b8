import type { Json } from '../../core/json.ts'
import type { WindowStatus } from '../../core/window.ts'

/** A conversation without its entries: who it is and where it stands. */
export type Conversation = {
  readonly id: string
  /** `officer`: a project's Chief Knowledge Officer; it lives and dies with the project. */
  readonly kind: 'chat' | 'officer'
  readonly project: string | null
  readonly title: string | null
  readonly model: string | null
  readonly settings: Json
  readonly head: Head
  /** All of the branch, whatever the view shows of it. */
  readonly totals: Totals
  /** The newest words on the branch. */
  readonly preview: { readonly role: 'user' | 'assistant'; readonly text: string } | null
  /** The window's status as the engine noted it last. */
  readonly status: WindowStatus | null
  readonly checkpoints: number
  /** How often it was condensed, on any of its branches. */
  readonly compactions: number
  /** Rises at every change: two numbers tell whether something happened elsewhere. */
  readonly version: number
  /** Rises when a protection may spoil a compaction that was planned before it. */
  readonly epoch: number
  readonly createdAt: number
  /** When something was said last: names, pins and compactions do not count. */
  readonly updatedAt: number
  readonly deletedAt: number | null
}

/** A place in the tree: how deep on which line. Depth 0 is before the first entry. */
export type Place = { readonly line: number; readonly depth: number }

/** Where one stands. Entries and compactions are named by entry id. */
export type Head = Place & {
  readonly entry: string | null
  readonly compaction: string | null
  /** The compaction that a redo would bring back. */
  readonly undone: string | null
}

export type Totals = { readonly messages: number; readonly turns: number; readonly tokens: number }

export interface Conversations {
  /** The same id again answers with the conversation that is there. */
  create(conversation: NewConversation): Promise<Conversation>
  get(id: string): Promise<Conversation>
  /** Those in which something was said last come first. */
  list(query: ConversationQuery): Promise<ConversationPage>
  update(id: string, change: ConversationChange): Promise<Conversation>
  /** Notes the window's status for lists; no notice, no new version. */
  note(id: string, status: WindowStatus): Promise<void>
  /** Hides a conversation; a sweep purges it after 30 days. */
  delete(id: string): Promise<void>
  undelete(id: string): Promise<Conversation>
  /** Removes every trace, at once and for ever. */
  purge(id: string): Promise<void>
}

export type NewConversation = {
  readonly id: string
  readonly project?: string
  readonly title?: string
  readonly model?: string
  readonly settings?: Json
}

export type ConversationChange = {
  readonly title?: string
  /** Nothing changes when the title is another one by now. */
  readonly ifTitle?: string
  readonly model?: string
  readonly settings?: Json
  readonly project?: string | null
}

export type ConversationQuery = {
  /** Words of the title, of the memory, or of any message. */
  readonly search?: string
  /** A project's id; null for those of no project. */
  readonly project?: string | null
  readonly deleted?: 'only'
  /** Those that have `pinned: true` in their settings. */
  readonly pinned?: 'only'
  /** `next` of the page before. */
  readonly from?: string
  readonly limit?: number
}

export type ConversationPage = { readonly conversations: readonly Conversation[]; readonly next: string | null }
