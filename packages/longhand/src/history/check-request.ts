import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import type { TrimRequest } from '../core/trims.ts'
import type { CompactionOptions } from '../engine/compaction/job.ts'

const ways: readonly CompactionOptions['by'][] = ['threshold', 'person', 'force', 'limit', 'target']

const compactionKeys: { readonly [Key in keyof Required<CompactionOptions>]: true } = {
  ...{ by: true, trigger: true, pace: true, instructions: true, choice: true, recent: true, strategy: true },
  ...{ when: true, text: true, rewrite: true, fallback: true },
}

/** Throws `bad-request` unless a value can be asked of `compact`. */
export function checkCompaction(request: unknown): void {
  if (request === undefined) return
  if (request instanceof AbortSignal) throw bad('The signal comes second: compact({ by: "person" }, signal).')
  const given = objectOf(request, "compact takes options, as { by: 'force' }")
  const keys = Object.keys(compactionKeys)
  for (const key of Object.keys(given)) if (!keys.includes(key)) throw unknownKey(key, keys)
  const { by } = given
  if (by !== undefined && !ways.includes(by as never))
    throw bad(`by is ${describeValue(by)}; it must be one of ${ways.join(', ')}.`)
}

/** Throws `bad-request` unless a value can be asked of `trim`. */
export function checkTrim(request: unknown): void {
  const example = "{ which: 'old', maxOutputLength: 2_000 }"
  const { which, maxOutputLength } = objectOf(request, `trim takes ${example}`)
  const names: readonly unknown[] = ['old', 'recent', 'answered', 'all'] satisfies TrimRequest['which'][]
  if (!names.includes(which) && typeof (which as { readonly number?: unknown } | null)?.number !== 'number')
    throw bad(`which is ${describeValue(which)}; it must be ${names.join(', ')} or { number }, as ${example}.`)
  if (!Number.isSafeInteger(maxOutputLength) || (maxOutputLength as number) < 0)
    throw bad(`maxOutputLength is ${describeValue(maxOutputLength)}; it must be a whole number of characters.`)
}

/** Returns the number of a message, or throws `bad-request`. */
export function checkNumber(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number
  throw bad(`The number is ${describeValue(value)}; it must be that of a message, counted from 1.`)
}

function objectOf(value: unknown, expected: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw bad(`${expected}, and was given ${value == null ? 'nothing' : describeValue(value)}.`)
}

function unknownKey(key: string, keys: readonly string[]): LonghandError {
  const near = nearest(key, keys)
  const hint = near === null ? `Options are ${keys.join(', ')}.` : `Did you mean ${near}?`
  return bad(`compact has no option ${JSON.stringify(key.slice(0, 40))}. ${hint}`)
}

const bad = (sentence: string): LonghandError => new LonghandError('bad-request', sentence)
