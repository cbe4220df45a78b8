import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { parsePolicy } from '../core/parse-policy.ts'
import { meter } from '../tokens/meter.ts'
import type { ContextOptions } from './context.ts'
import { stateShape } from './display-state.ts'

/** What an option must be. One that is not `required` may be left out. */
export type OptionRule = {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  readonly required?: true
}

/** Returns the options of a door, or throws and says which one is wrong, what it is and what was meant. */
export function checkOptions<Options extends ContextOptions>(
  options: Options,
  rules: OptionRules<Omit<Options, keyof ContextOptions>>,
): Options {
  if (typeof options !== 'object' || options === null) notOptions(options)
  const all: Readonly<Record<string, OptionRule>> = { ...contextRules, ...rules }
  for (const key of Object.keys(options)) if (!Object.hasOwn(all, key)) unknown(key, Object.keys(all))
  for (const [key, { expected, accepts, required }] of Object.entries(all)) {
    const value = options[key as keyof Options] as unknown
    if (value === undefined && !required) continue
    if (!accepts(value)) bad(key, value, expected)
  }
  if (options.policy !== undefined) parsePolicy(options.policy)
  if (options.state != null) checkStateOption(options.state)
  return options
}

export type OptionRules<Options> = { readonly [Key in keyof Required<Options>]: OptionRule }

const isFunction = (value: unknown): boolean => typeof value === 'function'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0

export const aFunction: OptionRule = { expected: 'a function', accepts: isFunction }
export const aName: OptionRule = {
  expected: 'a text that is not empty',
  accepts: value => typeof value === 'string' && value.trim() !== '',
}

const anything: OptionRule = { expected: '', accepts: () => true }

const contextRules: OptionRules<ContextOptions> = {
  window: {
    expected: 'a whole number of tokens above 0, as 128_000; leave it out to use what is known',
    accepts: isCount,
  },
  overhead: {
    expected: 'a whole number of tokens from 0',
    accepts: value => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  store: {
    expected: 'a store, as openMemory() or await openPostgres(url) returns',
    accepts: value => isFunction((value as { readonly as?: unknown } | null)?.as),
  },
  conversation: aName,
  protected: {
    expected: 'a list of message numbers from 1, as [3, 7]',
    accepts: value => Array.isArray(value) && [...value].every(isCount),
  },
  // These two have sentences of their own.
  policy: anything,
  state: anything,
  deadlineMs: { expected: 'a whole number of milliseconds above 0, as 30_000', accepts: isCount },
  onCompaction: aFunction,
  onError: aFunction,
  onEvent: aFunction,
}

function checkStateOption(state: unknown): void {
  try {
    stateShape(message => meter.count(message))(state, 'state')
  } catch (cause) {
    if (!(cause instanceof LonghandError)) throw cause
    const why = typeof state === 'object' && !Array.isArray(state) ? ` (${cause.message})` : ''
    throw badOption(`state is ${describeValue(state)}; it must be what state() returned earlier, or null${why}.`)
  }
}

function notOptions(value: unknown): never {
  throw badOption(`The options are ${describeValue(value)}; pass an object with at least the model, as { model }.`)
}

function unknown(key: string, keys: readonly string[]): never {
  const near = nearest(key, keys)
  const hint = near === null ? `Options are ${keys.join(', ')}.` : `Did you mean ${near}?`
  throw badOption(`There is no option ${JSON.stringify(key.slice(0, 40))}. ${hint}`)
}

function bad(key: string, value: unknown, expected: string): never {
  const isPromise = isFunction((value as { readonly then?: unknown } | null)?.then)
  throw badOption(`${key} is ${isPromise ? 'a promise' : describeValue(value)}; it must be ${expected}.`)
}

const badOption = (sentence: string): LonghandError => new LonghandError('bad-config', sentence)
