import { describeValue } from './describe-value.ts'
import { LonghandError } from './errors.ts'
import { nearest } from './nearest.ts'
import { checkPolicy, classic, type Policy } from './policy.ts'

/** Takes anything for the policy of a conversation, whole or in part: returns it typed, or says which figure is wrong. */
export function parsePolicy(value: unknown): Partial<Policy> {
  if (!isObject(value)) throw bad('It', 'must be an object, as presets.balanced or { target: 0.4 }', value)
  for (const [key, given] of Object.entries(value)) {
    if (!Object.hasOwn(rules, key)) throw notAPart(key)
    const { accepts, expected } = rules[key as keyof Policy]
    if (!accepts(given)) throw wrongPart(key, given) ?? bad(key, `must be ${expected}`, given)
  }
  checkPolicy({ ...classic, ...value })
  return value as Partial<Policy>
}

type FieldRule = {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  readonly fields?: Readonly<Record<string, FieldRule>>
}

/** What is wrong inside an object; null when it is none, or has no parts of its own. */
function wrongPart(key: string, given: unknown): LonghandError | null {
  const { fields } = rules[key as keyof Policy]
  if (fields === undefined || !isObject(given)) return null
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) return notAPart(`${key}.${name}`, key, fields)
  const missing = Object.keys(fields).filter(name => given[name] === undefined)
  if (missing.length > 0) return lacking(key, missing)
  for (const [name, { accepts, expected }] of Object.entries(fields))
    if (!accepts(given[name])) return bad(`${key}.${name}`, `must be ${expected}`, given[name])
  return null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const number: FieldRule = { expected: 'a number', accepts: value => typeof value === 'number' }
const maybeNumber: FieldRule = {
  expected: 'a number or null',
  accepts: value => value === null || number.accepts(value),
}
const string: FieldRule = { expected: 'a text', accepts: value => typeof value === 'string' }
const oneOf = (...words: readonly string[]): FieldRule => ({
  expected: words.join(' or '),
  accepts: value => words.includes(value as string),
})
const object = (kinds: Readonly<Record<string, FieldRule>>): FieldRule => ({
  fields: kinds,
  expected: `an object with ${Object.keys(kinds).join(', ')}`,
  accepts: value =>
    isObject(value) &&
    Object.keys(value).every(key => Object.hasOwn(kinds, key)) &&
    Object.entries(kinds).every(([key, { accepts }]) => accepts(value[key])),
})
const orNull = ({ expected, accepts, ...rule }: FieldRule): FieldRule => ({
  ...rule,
  expected: `${expected}, or null`,
  accepts: value => value === null || accepts(value),
})

const rules: { readonly [Key in keyof Policy]-?: FieldRule } = {
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
  tag: string,
  maxTokens: number,
  cold: maybeNumber,
  schedule: orNull(object({ due: number, keep: maybeNumber, target: maybeNumber, cold: maybeNumber })),
  landmarks: { expected: 'a list', accepts: value => Array.isArray(value) && value.length <= 100 },
}

const lacking = (key: string, missing: readonly string[]): LonghandError =>
  new LonghandError(
    'bad-policy',
    `The policy cannot be used: ${key} must be ${rules[key as keyof Policy].expected}, and lacks ${missing.join(', ')}.`,
  )

const bad = (at: string, why: string, value: unknown): LonghandError =>
  new LonghandError('bad-policy', `The policy cannot be used: ${at} ${why}, and is ${describeValue(value)}.`)

function notAPart(key: string, of = '', fields: Readonly<Record<string, FieldRule>> = rules): LonghandError {
  const prefix = of === '' ? '' : `${of}.`
  const near = nearest(key.slice(prefix.length), Object.keys(fields))
  const hint = near === null ? '' : ` Did you mean ${prefix}${near}?`
  return new LonghandError(
    'bad-policy',
    `The policy cannot be used: ${key.slice(0, 40)} is no part of a policy.${hint}`,
  )
}
