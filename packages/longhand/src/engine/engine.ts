import { BoundedMap } from '../core/bounded-map.ts'
import type { Policy } from '../core/policy.ts'
import type { Outcome, PreviewedDraft } from './compaction/job.ts'
import { createHeldBranches, type HeldBranches } from './held-branches.ts'
import type { RunTask } from './long-work/run-task.ts'
import type { Clock } from './ports/clock.ts'
import type { OnEvent } from './ports/events.ts'
import type { Meter } from './ports/meter.ts'
import type { Models } from './ports/models.ts'
import type { Storage, Store } from './ports/store.ts'
import type { TurnJob } from './ports/store-turns.ts'
import type { Feed } from './turn/feed.ts'

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
  readonly onEvent: OnEvent
  /** Where long work on texts is done; here when left out. It must count as the meter does. */
  readonly runTask?: RunTask
  /** How long a compaction that someone waits for may wait for models. */
  readonly maxWaitMs?: number
  /** The answers that this process is writing, by conversation. */
  readonly activeTurns: Map<string, ActiveTurn>
  /** The compactions that this process is making, by conversation. */
  readonly activeCompactions: Map<string, ActiveCompaction>
  /** What the last turns have read of their conversations. */
  readonly heldBranches: HeldBranches
  /** The conversations whose provider has refused thinking behind another past, and the depth up to which none is sent. */
  readonly boundThinking: BoundedMap<number>
  /** What the last previews have shown, by conversation. */
  readonly previewed: Map<string, PreviewedDraft>
  /** Both of them, until the last thing that they lead to is done. */
  readonly background: Set<BackgroundWork>
  /** Fires when the process is to end: whatever begins after that ends at once. */
  readonly shutdown: AbortController
}

export type EngineParts = Omit<
  Engine,
  'activeTurns' | 'activeCompactions' | 'heldBranches' | 'boundThinking' | 'previewed' | 'background' | 'shutdown'
>

export const createEngine = (parts: EngineParts): Engine => ({
  ...parts,
  activeTurns: new Map(),
  activeCompactions: new Map(),
  heldBranches: createHeldBranches(),
  boundThinking: new BoundedMap(10_000),
  previewed: new Map(),
  background: new Set(),
  shutdown: new AbortController(),
})

export type ActiveTurn = {
  readonly feed: Feed
  readonly stop: AbortController
  readonly held: HeldTurn
  readonly done: Promise<void>
}

/** A turn as this process holds it: taken over anew when its lease ran out while its writer lived. */
export type HeldTurn = { job: TurnJob }

export type BackgroundWork = Pick<ActiveTurn, 'stop'> & { readonly done: Promise<unknown> }

export type ActiveCompaction = {
  readonly id: string
  readonly stop: AbortController
  readonly done: Promise<Outcome>
  /** Whether a summariser was asked for it, and whether one is waited for now. */
  readonly progress: { isAsked: boolean; now: 'working' | 'waiting'; readonly onAsk: () => void }
}

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
