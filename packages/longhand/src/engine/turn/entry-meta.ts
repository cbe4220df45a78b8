import type { Json } from '../../core/json.ts'
import type { Usage } from '../ports/chat-model.ts'

/** What people and the engine see beside an entry. The view never reads it. */
export type EntryMeta = {
  readonly model?: string
  readonly usage?: Usage
  /** What it cost, in dollars, and how long it took. */
  readonly cost?: number
  readonly ms?: number
  /** The compaction that the model read when it was asked; a later one may have been stored before its answer was. */
  readonly compaction?: string | null
  /** Tokens of the person's instructions that it read. */
  readonly instructions?: number
  readonly turn?: string
  /** The id that its provider gave the answer, for requests that name nothing else. */
  readonly response?: string
  /** When the model answered, for an answer that is stored later than that. */
  readonly at?: number
  readonly ending?: 'stopped' | 'failed' | 'interrupted'
  /** It continues mid-sentence where the previous answer was cut off. */
  readonly continues?: true
}

/** What is stored beside an entry, as far as it can be meant: what cannot is left out. */
export function readEntryMeta(stored: Json | null): EntryMeta {
  const { model, usage, cost, ms, compaction, instructions, turn, response, at, ending, continues } = fieldsOf(stored)
  return {
    ...(isName(model) && { model }),
    ...(isUsage(usage) && { usage }),
    ...(isAmount(cost) && { cost }),
    ...(isAmount(ms) && { ms }),
    ...((compaction === null || isName(compaction)) && { compaction }),
    ...(isTokens(instructions) && { instructions }),
    ...(isName(turn) && { turn }),
    ...(isName(response) && { response }),
    ...(Number.isSafeInteger(at) && { at: at as number }),
    ...(isEnding(ending) && { ending }),
    ...(continues === true && { continues }),
  }
}

/** Whether a report is one: whole tokens from 0, and no more than any request could take. */
export function isUsage(value: unknown): value is Usage {
  const fields = fieldsOf(value)
  return usageKeys.every(key => isTokens(fields[key]))
}

const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0

const isTokens = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxTokens

const usageKeys = ['input', 'output', 'cacheRead', 'cacheWrite', 'reasoning'] as const
const maxTokens = 1_000_000_000

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= maxName
const maxName = 1_000

const isEnding = (value: unknown): value is NonNullable<EntryMeta['ending']> =>
  value === 'stopped' || value === 'failed' || value === 'interrupted'

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
