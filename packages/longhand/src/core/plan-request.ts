import type { WindowStatus } from './window.ts'

/**
 * Who asks for a plan, and why. `threshold`: the engine, at the start of a turn or between two steps. `person`: `/compact`.
 * `force`: `/compact --force`. `limit`: the request no longer fits. `target`: someone named the size that the view is to have.
 */
export type PlanRequest = {
  readonly by: 'threshold' | 'person' | 'force' | 'limit' | 'target'
  readonly status: WindowStatus
  readonly choice?: Choice
  /** `fewer`: recent messages stay within a part of the room, where the request does not fit with all that were to stay. */
  readonly recent?: 'fewer'
  /** `cold`: the provider has forgotten the view, and whatever is sent next is written to its cache again. */
  readonly cache?: 'warm' | 'cold'
}

/** A person's own choice of what to fold, by ¶ number. */
export type Choice =
  | { readonly type: 'up-to'; readonly number: number }
  | { readonly type: 'keep'; readonly numbers: readonly number[] }
  | { readonly type: 'fold'; readonly numbers: readonly number[] }
