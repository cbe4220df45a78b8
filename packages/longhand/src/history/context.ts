import { checkPolicy, classic, type Policy } from '../core/policy.ts'
import type { ModelWindow } from '../core/window.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import type { RunTask } from '../engine/long-work/run-task.ts'
import { type Clock, systemClock } from '../engine/ports/clock.ts'
import type { Models } from '../engine/ports/models.ts'
import type { Storage } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { openMemory } from '../stores/memory/open.ts'
import { meter } from '../tokens/meter.ts'
import { modelFacts, windowOf } from '../tokens/models.ts'
import { type ContextCallbacks, callbacksOf } from './callbacks.ts'
import type { CompactionState } from './compaction-state.ts'
import { stableId } from './stable-id.ts'

/** The options of every entry point that keeps an app's own conversation within its window. */
export type ContextOptions = ContextCallbacks & {
  /** The model's window in tokens, when the registry does not know it or you want less. */
  readonly window?: number
  readonly policy?: Partial<Policy>
  /** Where entries, summaries and receipts are kept: `openMemory()` unless another store is given. */
  readonly store?: Storage
  /** Names the conversation in the store, so that a restart goes on with the stored summary. */
  readonly conversation?: string
  /** What `state()` returned earlier, for apps that keep it beside their messages instead of using a store. */
  readonly state?: CompactionState | null
  /** Numbers, from 1, of messages that must stay word for word. */
  readonly protected?: readonly number[]
  /** Tokens of instructions and tool definitions that are sent with every request. */
  readonly overhead?: number
  /**
   * How long a call waits for a summary, in milliseconds: 30,000 by default. Then an extract of the originals stands in
   * for it.
   */
  readonly deadlineMs?: number
}

/** What the doors of the library wait for a summary at most. */
export const defaultDeadlineMs = 30_000

/** What a door adds to the options of its app. */
export type ContextParts = {
  /** The model that answers, by name. */
  readonly model: string
  /** Who writes summaries; null for extracts of the originals alone. */
  readonly summariser: Summariser | null
  /** In place of what the registry knows. */
  readonly room?: ModelWindow
  readonly clock?: Clock
  /** Where long work on texts is done; here when left out. */
  readonly runTask?: RunTask
}

/** An engine for one conversation of an app. */
export function contextEngine(options: ContextOptions, parts: ContextParts): Engine {
  const { clock = systemClock } = parts
  return createEngine({
    storage: options.store ?? openMemory({ now: clock.now }),
    models: modelsOf(options, parts),
    meter,
    clock,
    newId: () => crypto.randomUUID(),
    worker: crypto.randomUUID(),
    policy: checkPolicy({ ...classic, ...options.policy }),
    ...(parts.runTask && { runTask: parts.runTask }),
    ...(options.deadlineMs !== undefined && { maxWaitMs: options.deadlineMs }),
    onEvent: callbacksOf(options),
  })
}

function modelsOf({ window, overhead = 0 }: ContextOptions, { model, summariser, room }: ContextParts): Models {
  const facts = modelFacts(model, window === undefined ? {} : { [model]: { window } })
  const chatModel = {
    name: model,
    // The app asks its model itself.
    generate: () => {
      throw new TypeError(`${model} is asked by the app, not by the engine.`)
    },
    room: room ?? windowOf(facts),
    instructions: null,
    tools: overhead,
    ...cacheOf(model),
  }
  return {
    defaultModel: model,
    find: () => chatModel,
    summariser: () => summariser,
    prices: name => modelFacts(name).prices,
  }
}

/** How long providers remember a request: Anthropic, "Prompt caching"; OpenAI, "Prompt caching": 5 to 10 minutes. */
function cacheOf(model: string): { readonly cacheMs?: number } {
  if (/claude/i.test(model)) return { cacheMs: 300_000 }
  return /\b(gpt|o\d)/i.test(model) ? { cacheMs: 600_000 } : {}
}

/** The id of a conversation in the store: a UUID as it is, any other name as the UUID that stands for it. */
export function conversationId(name: string | undefined): string {
  if (name === undefined) return crypto.randomUUID()
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name)) return name.toLowerCase()
  return stableId(name)
}
