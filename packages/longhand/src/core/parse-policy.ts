import { LonghandError } from './errors.ts'
import { checkPolicy, classic, type Policy } from './policy.ts'

/** Takes anything for the policy of a conversation, whole or in part: returns it typed, or says which figure is wrong. */
export function parsePolicy(value: unknown): Partial<Policy> {
  if (!isObject(value)) throw bad('It', 'must be an object')
  for (const [key, given] of Object.entries(value)) {
    if (!Object.hasOwn(kinds, key)) throw bad(key.slice(0, 40), 'is no part of a policy')
    const { holds, wanted } = kinds[key as keyof Policy]
    if (!holds(given)) throw bad(key, `must be ${wanted}`)
  }
  checkPolicy({ ...classic, ...value })
  return value as Partial<Policy>
}

type Kind = { readonly wanted: string; readonly holds: (value: unknown) => boolean }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const number: Kind = { wanted: 'a number', holds: value => typeof value === 'number' }
const maybeNumber: Kind = { wanted: 'a number or null', holds: value => value === null || number.holds(value) }
const word: Kind = { wanted: 'a text', holds: value => typeof value === 'string' }
const oneOf = (...words: readonly string[]): Kind => ({
  wanted: words.join(' or '),
  holds: value => words.includes(value as string),
})
const object = (kinds: Readonly<Record<string, Kind>>): Kind => ({
  wanted: `an object with ${Object.keys(kinds).join(', ')}`,
  holds: value =>
    isObject(value) &&
    Object.keys(value).every(key => Object.hasOwn(kinds, key)) &&
    Object.entries(kinds).every(([key, { holds }]) => holds(value[key])),
})
const orNull = ({ wanted, holds }: Kind): Kind => ({
  wanted: `${wanted}, or null`,
  holds: value => value === null || holds(value),
})

const kinds: { readonly [Key in keyof Policy]-?: Kind } = {
  automatic: oneOf('on', 'ask', 'off'),
  strategy: oneOf('summary', 'digest'),
  threshold: object({ share: maybeNumber, tokens: maybeNumber, messages: maybeNumber, turns: maybeNumber }),
  prepare: number,
  target: number,
  keep: object({ by: oneOf('messages', 'turns', 'tokens'), amount: number }),
  minMessages: number,
  minSaving: number,
  minRetention: number,
  incremental: oneOf('batch', 'strict'),
  tag: word,
  maxTokens: number,
  cold: maybeNumber,
  schedule: orNull(object({ due: number, keep: maybeNumber, target: maybeNumber, cold: maybeNumber })),
  landmarks: { wanted: 'a list', holds: value => Array.isArray(value) && value.length <= 100 },
}

const bad = (at: string, why: string): LonghandError =>
  new LonghandError('bad-policy', `The policy cannot be used: ${at} ${why}.`)
