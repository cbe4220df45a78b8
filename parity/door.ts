import type { Message } from '../packages/longhand/src/core/message.ts'
import type { Policy } from '../packages/longhand/src/core/policy.ts'
import type { Receipt } from '../packages/longhand/src/core/receipt.ts'
import type { WindowStatus } from '../packages/longhand/src/core/window.ts'
import type { Usage } from '../packages/longhand/src/engine/ports/chat-model.ts'
import type { Storage } from '../packages/longhand/src/engine/ports/store.ts'

/** The same installation behind every door. */
export type Setting = {
  readonly window: number
  readonly policy: Partial<Policy>
  readonly store: Storage
  /** Its name in the store, for doors that do not name it themselves. */
  readonly conversation?: string
  /** Writes every summary; null for extracts of the originals alone. */
  readonly summarise: (() => Promise<string>) | null
}

/** What the model does with a request. */
export type DoorTurn = {
  /** So often it says first that the request is too long. */
  readonly refusals?: number
  readonly usage?: Usage
}

/**
 * One way into the engine, in the same words for all of them. What a door does not offer is null.
 * Messages are all of a history, every time, in the core's form.
 */
export type Door = {
  /** Asks the model, which answers `reply`, and returns what it has read in the end. */
  readonly ask: ((messages: readonly Message[], turn?: DoorTurn) => Promise<readonly Message[]>) | null
  /** Condenses a history now and returns what the model would read. */
  readonly compact: (messages: readonly Message[]) => Promise<readonly Message[]>
  /** The same, with one message protected. */
  readonly compactProtecting: ((messages: readonly Message[], number: number) => Promise<readonly Message[]>) | null
  readonly undo: (() => Promise<void>) | null
  readonly redo: (() => Promise<void>) | null
  readonly edit: ((text: string) => Promise<void>) | null
  /** What it tells of the newest compaction; null before the first. */
  readonly receipt: () => Promise<Partial<Receipt> | null>
  /** How full the window is with these messages. */
  readonly status: ((messages: readonly Message[]) => Promise<WindowStatus>) | null
  /** Resolves when a summary lies ready for the threshold. */
  readonly prepared: (() => Promise<void>) | null
  readonly close: () => Promise<void>
}

/** What the model says to everything. */
export const reply = 'That is done. What is next?'

/** Counted as we count, so that a door without a model has the same figures; remembered as long as OpenAI's. */
export const chatModel = 'offline/gpt'
export const summaryModel = 'gpt-5-mini'

/** What every request to the summariser costs. */
export const summaryUsage: Usage = { input: 3_000, output: 400, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

/** How providers say that a request is too long, without a figure. */
export const overflow = (): Error => Object.assign(new Error('400 prompt is too long'), { status: 400 })
