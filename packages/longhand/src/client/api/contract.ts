// What server, web app and terminal exchange: plain JSON, no behaviour.

import type { CompactionProgress } from '../../core/answer-parts.ts'
import type { Entry } from '../../core/entry.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { Prices } from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import type { ProtectedExchange } from '../../core/protect.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { ViewMessage } from '../../core/view.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { ProjectFileRow } from './project-contract.ts'
import type { ToolDefinition } from './tool-contract.ts'

export type { Receipt }

/** A conversation as the start screen lists it. */
export type ConversationRow = {
  readonly id: string
  readonly title: string
  readonly preview: { readonly role: 'user' | 'assistant'; readonly text: string } | null
  readonly updatedAt: string
  readonly messages: number
  readonly checkpoints: number
  /** How often it was compacted. */
  readonly compactions: number
  readonly used: number
  readonly window: number | null
  readonly model: string
  readonly project: string | null
  /** The program that writes it, when it is relayed and not written here. */
  readonly client: string | null
  readonly pinned: boolean
}

/** A deleted conversation. It can be brought back until it is purged. */
export type DeletedRow = {
  readonly id: string
  readonly title: string
  readonly messages: number
  readonly deletedAt: string
  readonly keptUntil: string
}

/** What a new conversation starts with; `sample` loads the one that is about to be condensed. */
export type CreateConversationRequest = {
  readonly title?: string
  readonly model?: string
  readonly project?: string
  readonly sample?: boolean
  /** Conversations whose memories it starts with. */
  readonly memories?: readonly string[]
}

/** What can be changed about a conversation without writing in it. */
export type UpdateConversationRequest = {
  readonly title?: string
  readonly model?: string
  readonly project?: string | null
  readonly policy?: Policy
  readonly pinned?: boolean
  readonly instructions?: string | null
  readonly temperature?: number | null
}

/** A conversation as its own screen needs it; entries are read in pages beside it. */
export type ConversationState = {
  readonly id: string
  readonly title: string
  readonly model: string
  readonly project: string | null
  /** The program that writes it, when it is relayed and not written here. */
  readonly client: string | null
  readonly policy: Policy
  /** What the person wants of the model here; null leaves it to the project, and to the provider. */
  readonly instructions: string | null
  readonly temperature: number | null
  /** Increases with every change: comparing two versions shows whether something happened elsewhere. */
  readonly version: number
  readonly head: number
  readonly status: WindowStatus
  /** What people have protected, largest first. */
  readonly protected: readonly ProtectedExchange[]
  /** The id of the compaction in force, and whether undo and redo have something to do. */
  readonly compaction: string | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The answer that is being written. */
  readonly turn: { readonly id: string } | null
  /** The compaction that is running. */
  readonly compacting: CompactionProgress | null
  /** The summary that waits to be accepted, when the policy asks people first. */
  readonly offer: string | null
}

/** An entry with what screens show beside it. */
export type DisplayEntry = Entry & {
  readonly at: string
  readonly model?: string
  /** How an answer ended, if not normally. */
  readonly ending?: 'interrupted' | 'stopped' | 'failed'
  /** It continues mid-sentence where the previous answer was cut off. */
  readonly continues?: true
  /** What the provider reported, in tokens; what that cost, in dollars, when prices are known; the time it took. */
  readonly usage?: { readonly input: number; readonly output: number }
  readonly cost?: number
  readonly ms?: number
  /** Sibling branches that start here, when there are any. */
  readonly fork?: { readonly index: number; readonly of: number; readonly lines: readonly string[] }
  /** What the compaction cost and kept, on compaction entries. */
  readonly receipt?: Receipt
}

/** A page of entries, and whether there are more. */
export type EntriesResponse = { readonly entries: readonly DisplayEntry[]; readonly more: boolean }

export type CheckpointRow = {
  readonly id: string
  readonly label: string
  readonly tags: readonly string[]
  readonly kind: 'manual' | 'automatic' | 'before-compaction' | 'before-restore'
  readonly at: string
  readonly model: string
  readonly used: number
  readonly number: number
  readonly compaction: number
}

export type BranchRow = {
  readonly line: string
  readonly head: number
  readonly preview: string
  readonly at: string
  readonly current: boolean
}

/** What was learned about a model from its provider's reports: tokens per token we count, and its window. */
export type CalibrationRow = {
  readonly model: string
  readonly ratio: number
  readonly window: number | null
  readonly at: string
}

/** A message that a person sends. */
export type SendRequest = {
  /** Made by the client: sending the same id again never writes twice. */
  readonly clientId: string
  readonly text: string
  /** Write after this entry instead of the head: edits and forks. Null is before the first message. */
  readonly after?: string | null
  readonly files?: readonly { readonly name: string; readonly mediaType: string; readonly data: string }[]
  readonly protect?: boolean
}

/** The largest message with its files, as JSON, unless a server is configured otherwise. */
export const maxMessageBytes: number = 10 * 1024 * 1024

export type CommandResponse = { readonly type: string; readonly sentence: string; readonly value?: unknown }

export type ModelRow = {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly window: number | null
  /** Where the window comes from: set by the person, known for the model, or a guess. */
  readonly source: 'own' | 'registry' | 'guess'
  /** Tokens of the longest answer; null when unknown. */
  readonly output: number | null
  readonly offline: boolean
  /** Dollars per million tokens; null when unknown. */
  readonly prices: Pick<Prices, 'input' | 'output'> | null
}

/** A provider of models, and where its key comes from. The key itself is never sent. */
export type ProviderRow = {
  readonly name: string
  /** The environment variable for its key, or for its address when it needs no key. */
  readonly variable: string | null
  /** Where its key comes from: `page` is where a person pasted it. */
  readonly key: 'environment' | 'file' | 'page' | 'none'
  /** The host, for a self-hosted server. */
  readonly host: string | null
  /** Whether its models can be used. */
  readonly state: 'open' | 'closed'
  /** Whether it was connected on the page, and can be disconnected there. */
  readonly connected: boolean
}

/** The result of asking a provider for one word. */
export type ProviderTestResult = { readonly outcome: 'works' | 'failed'; readonly sentence: string }

export type RecoveryRow = RecoveryOffer & {
  /** The run that went silent. Whether it died or only sleeps, the machine it ran on knows. */
  readonly run: string
}

/** A conversation that did not close cleanly, and where it opens. */
export type RecoveryOffer = {
  readonly conversation: string
  readonly title: string
  readonly checkpoint: string | null
  readonly label: string
  readonly at: string
  /** The ¶ of the newest message, and its first words; null when there is none. */
  readonly number: number
  readonly preview: string | null
}

/** Conversations that belong together. `officer` is the conversation of its Chief Knowledge Officer. */
export type ProjectRow = {
  readonly id: string
  readonly name: string
  readonly officer: string
  /** What the model is told in all of its conversations. */
  readonly instructions: string | null
  readonly conversations: number
  readonly createdAt: number
}

/** What a conversation leaves behind for others. */
export type MemoryRow = {
  readonly conversation: string
  readonly title: string
  readonly project: string | null
  readonly text: string
  readonly at: string
}

/** A match of a search. */
export type SearchHit = {
  readonly conversation: string
  readonly title: string
  readonly number: number
  readonly role: string
  readonly excerpt: string
  readonly at: string
}

/** What applies to every conversation without its own policy. */
export type Settings = {
  readonly policy: Policy
  readonly model: string
  readonly summaryModel: string
  readonly fastModel: string
  /** Added to every request for a summary. */
  readonly instructions: string
  readonly titles?: 'model' | 'first-words'
  /** Windows that a person has set, in tokens, by model. */
  readonly windows: Readonly<Record<string, number>>
  /** The configuration file that was read; null when there is none. */
  readonly file: string | null
  /** Where a value comes from when it is not the default: `longhand.config.yaml:12`, `LONGHAND_MODEL`, … */
  readonly origins: Readonly<Record<string, string>>
}

/** The header in which a browser tab or terminal names its run; notices about its own changes carry it as `by`. */
export const runHeader = 'longhand-run'

/** What the model reads, and how full its window is. */
export type ViewResponse = {
  readonly messages: readonly ViewMessage[]
  /** What comes before all messages: the instructions of the project, then the conversation's own; and the project's files. */
  readonly instructions: string | null
  readonly files: readonly ProjectFileRow[]
  /** What the model is told about the tools it may call. */
  readonly tools: readonly ToolDefinition[]
  readonly status: WindowStatus
}

/** What the live feed sends: that something changed, never what was said. */
export type LiveNotice =
  | { readonly type: 'conversation'; readonly id: string; readonly version: number; readonly by: string | null }
  | { readonly type: 'compaction'; readonly id: string; readonly progress: CompactionProgress }
  | CompactedNotice
  | { readonly type: 'status'; readonly id: string; readonly status: WindowStatus }
  /** A summary is ready. */
  | { readonly type: 'offer'; readonly id: string }
  /** A provider was connected or disconnected: there are other models to choose from. */
  | { readonly type: 'models' }
  /** Something went wrong that does not stop the conversation. */
  | { readonly type: 'warning'; readonly id: string; readonly sentence: string }

/** A compaction has taken effect. Sent as two events, one under each name: listen to either. */
export type CompactedNotice =
  | { readonly type: 'conversation.compacted'; readonly id: string; readonly receipt: Receipt }
  | {
      readonly type: 'session.compacted'
      readonly id: string
      readonly session_id: string
      readonly tokens_saved: number
    }

/** The body of every failed response. */
export type ErrorResponse = {
  readonly code: ErrorCode
  readonly sentence: string
  readonly retryAfterMs?: number
  readonly details?: Readonly<Record<string, string | number>>
}
