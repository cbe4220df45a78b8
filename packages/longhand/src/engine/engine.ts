import type { Policy } from '../core/policy.ts'
import type { ShownDraft } from './compaction/accepted-draft.ts'
import type { Outcome } from './compaction/carry-out.ts'
import type { RunTask } from './long-work/run-task.ts'
import type { Clock } from './ports/clock.ts'
import type { Tell } from './ports/events.ts'
import type { Meter } from './ports/meter.ts'
import type { Models } from './ports/models.ts'
import type { Storage, Store } from './ports/store.ts'
import type { Feed } from './turn/feed.ts'
import type { HeldTurn } from './turn/turn-saver.ts'

/** Everything that the engine acts through. One per process. */
export type Engine = {
  readonly storage: Storage
  readonly models: Models
  readonly meter: Meter
  readonly clock: Clock
  readonly newId: () => string
  /** Names this process on leases. */
  readonly worker: string
  readonly policy: Policy
  readonly tell: Tell
  /** Where long work on texts is done; here when left out. It must count as the meter does. */
  readonly runTask?: RunTask
  /** The answers that this process is writing, by conversation. */
  readonly answering: Map<string, Answering>
  /** The compactions that this process is making, by conversation. */
  readonly compacting: Map<string, Compacting>
  /** What the last previews have shown, by conversation. */
  readonly shown: Map<string, ShownDraft>
  /** Both of them, until the last thing that they lead to is done. */
  readonly underWay: Set<UnderWay>
  /** Fires when the process is to end: whatever begins after that ends at once. */
  readonly ending: AbortController
}

export type EngineParts = Omit<Engine, 'answering' | 'compacting' | 'shown' | 'underWay' | 'ending'>

export const createEngine = (parts: EngineParts): Engine => ({
  ...parts,
  answering: new Map(),
  compacting: new Map(),
  shown: new Map(),
  underWay: new Set(),
  ending: new AbortController(),
})

export type Answering = {
  readonly feed: Feed
  readonly stop: AbortController
  readonly held: HeldTurn
  readonly done: Promise<void>
}

export type UnderWay = Pick<Answering, 'stop'> & { readonly done: Promise<unknown> }

export type Compacting = { readonly id: string; readonly stop: AbortController; readonly done: Promise<Outcome> }

/** One owner's conversation, and the engine that serves it. */
export type Scope = {
  readonly engine: Engine
  readonly owner: string
  readonly store: Store
  readonly conversation: string
}

export const scopeOf = (engine: Engine, owner: string, conversation: string): Scope => ({
  engine,
  owner,
  store: engine.storage.as(owner),
  conversation,
})

/** How long a silent worker keeps its job. */
export const leaseMs = 30_000

export const leaseOf = ({ worker }: Engine) => ({ worker, ms: leaseMs })
