import type { WindowStatus } from '../core/window.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import type { HeardAnswer } from './protocol.ts'
import type { RequestBytes } from './read-request.ts'

/** A request of a client that is to be passed on. */
export type RelayCall = RequestBytes & {
  readonly owner: string
  /** The model that is asked, as the engine knows it. */
  readonly model: string
  /** Its name at the provider, where the client calls it something else. */
  readonly rename: string | null
  /** The program that asks, as it calls itself. */
  readonly client: string
  readonly header: (name: string) => string | null
  /** H4.37 who writes summaries: the server's own, or, for a request with a client's key, whoever that key pays for; null where it pays for none. */
  readonly summariser: 'server' | Summariser | null
  /** The key of the view that it was answered under, for one that is stored only later; null where it went on as it came. */
  readonly answeredUnder?: string | null
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Resolves when the answer has begun, or has taken so long that storing won't delay it: both take the same thread. At once when left out. */
  readonly mayStore?: Promise<void>
  /** H4.37 false once the provider has refused the key of its client, and true when it has not. True at once when left out. */
  readonly letIn?: Promise<boolean>
}

/** What would be sent in place of a request, and the key of the view that it shows; null where it goes on as it came. */
export type LookedRequest = { readonly body: readonly Uint8Array[]; readonly view: string | null }

/** What is sent in place of a request, and what became of its conversation. */
export type RelayedRequest = {
  /** The body to send: the very bytes of the client where nothing is folded. */
  readonly body: readonly Uint8Array[]
  readonly state: RelayState
  /** H4.17 whether its client has to be asked for all of the conversation: what its provider holds is another view by now. */
  readonly isOutdated: boolean
  /** Resolves when what is new of the request is stored: beside the call where memory knows enough. */
  readonly stored: Promise<void>
  /** What to send instead after the provider has refused it as too long: null when nothing helps, `resend` when only its client can. */
  readonly smaller: (limit: number | null) => Promise<readonly Uint8Array[] | 'resend' | null>
  /** Folds for the next request what was refused as too long when its client had heard it already. */
  readonly tooLong: (limit: number | null) => Promise<void>
  /** What to send instead after the provider has refused thinking from before a compaction; null when there is none. */
  readonly withoutOldThinking: () => Promise<readonly Uint8Array[] | null>
  /** H4.17 what to send instead where the provider does not hold what the request goes on from: all of it in words; `resend` when only its client has them. Null for a request that goes on from nothing. */
  readonly inWords: () => Promise<readonly Uint8Array[] | 'resend' | null>
  /** Stores what the provider answered, and prepares what will be needed next. */
  readonly answered: (answer: HeardAnswer & { readonly complete: boolean }) => Promise<void>
}

export type RelayState =
  /** Passed on as it came, and not kept, for a reason in a word. */
  | { readonly type: 'passed'; readonly reason: string }
  | {
      readonly type: 'kept'
      readonly conversation: string
      /** How full the window is with it. It may be counted only when someone asks. */
      readonly status: () => Promise<WindowStatus>
      /** The compaction in force; null while nothing is folded. */
      readonly compaction: { readonly version: number; readonly folded: number } | null
    }
