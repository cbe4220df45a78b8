import type { Weights } from '../choosing/worth.ts'
import type { Count } from '../count.ts'
import type { Numbered } from '../reading/quote.ts'

/**
 * What a gate found wrong with a draft; each gate has its own reason. A draft with one of the first seven is turned
 * down; the others are repaired by code, from the originals.
 */
export const gateReasons = [
  'cut-off',
  'refused',
  'empty',
  'skeleton',
  'garbled',
  'echo',
  'not-smaller',
  'too-long',
  'control-text',
  'planted',
  'something-new',
  'secret',
  'sections-missing',
  'constraint-lost',
  'facts-missing',
] as const

export type GateReason = (typeof gateReasons)[number]

/** A summariser's answer. */
export type Draft = {
  readonly text: string
  readonly finish: 'stop' | 'length' | 'refused' | 'failed' | 'other'
}

/** What a draft is held against. */
export type Held = {
  /** The originals it is to stand for. */
  readonly messages: readonly Numbered[]
  /** Other texts that it may speak of: the last summary, the person's wishes for this one. */
  readonly known: readonly string[]
  /** Tokens of the messages it replaces. */
  readonly replaces: number
  /** Names the fence around the text in the view; a draft must not close it. */
  readonly tag: string
  /** Tokens that the prose may take. */
  readonly budget: number
  readonly count: Count
  /** How its lines are weighed when it is too long; those that ship unless others are given. */
  readonly weights?: Weights
}

/** What the gates say about a draft. */
export type Verdict =
  | { readonly type: 'passed'; readonly text: string }
  | { readonly type: 'repaired'; readonly text: string; readonly reasons: readonly GateReason[] }
  | { readonly type: 'rejected'; readonly reason: GateReason }
