import { describeValue } from './describe-value.ts'
import { LonghandError } from './errors.ts'
import type { Json } from './json.ts'
import type { Message, Part, Role } from './message.ts'

/** How deeply values inside a message may nest: far above any real one, far below what breaks a parser. */
const maxDepth = 100

/** Checks that a value is a message: returns it typed, or says which part is wrong and what to send instead. */
export function checkMessage(value: unknown): Message {
  const { role, parts } = fields(value, 'The message')
  if (!isRole(role)) bad('role', `is ${describeValue(role)}; it must be system, user, assistant or tool`)
  if (!Array.isArray(parts)) bad('parts', `is ${describeValue(parts)}; it must be a list of parts`)
  // A list may have holes, which `map` would leave as they are.
  return { role, parts: Array.from(parts, (part, at) => checkPart(part, `parts[${at}]`, role)) }
}

function checkPart(value: unknown, at: string, role: Role): Part {
  const part = fields(value, at)
  const { type } = part
  if (typeof type !== 'string' || type === '')
    bad(`${at}.type`, `is ${describeValue(type)}; it must be ${name.expected}`)
  const rules = Object.hasOwn(shapes, type) ? shapes[type] : undefined
  // What is put into another part is a level deeper when it comes again.
  checkJson(part, at, rules === undefined ? 1 : 0)
  if (type === 'tool-result' && role !== 'tool') bad(at, `is a tool result; only messages of role tool hold those`)
  if (type === 'tool-call' && role !== 'assistant') bad(at, `is a tool call; only the assistant makes those`)
  // A part from a newer version or another program is not ours to judge.
  if (rules === undefined) return { type: 'opaque', kind: type, value: part as Json }
  for (const [name, test] of Object.entries(rules)) {
    if (!test.accepts(part[name])) bad(`${at}.${name}`, `is ${describeValue(part[name])}; it must be ${test.expected}`)
  }
  return part as Part
}

/** Whether a value is one of our parts, with all that its type must have. */
export function isPart(value: unknown): value is Part {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  const rules = Object.hasOwn(shapes, String(value.type)) ? shapes[String(value.type)]! : null
  const given = value as Readonly<Record<string, unknown>>
  return rules !== null && Object.entries(rules).every(([name, test]) => test.accepts(given[name]))
}

type FieldRule = { readonly expected: string; readonly accepts: (value: unknown) => boolean }

const string: FieldRule = { expected: 'a string', accepts: value => typeof value === 'string' }
const name: FieldRule = {
  expected: 'a string that is not empty',
  accepts: value => typeof value === 'string' && value !== '',
}
const json: FieldRule = { expected: 'a JSON value', accepts: value => value !== undefined }
const oneOf = (...words: readonly string[]): FieldRule => ({
  expected: words.join(', '),
  accepts: value => words.includes(value as string),
})
const source: FieldRule = {
  expected: '{ type: "base64", data } or { type: "url", url }',
  accepts: value => {
    const { type, data, url } = (value ?? {}) as Record<string, unknown>
    return (type === 'base64' && typeof data === 'string') || (type === 'url' && typeof url === 'string')
  },
}

const shapes: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  text: { text: string },
  reasoning: { text: string },
  'tool-call': { callId: name, name, input: json },
  'tool-result': { callId: name, name, outcome: oneOf('ok', 'error', 'denied', 'missing'), output: json },
  file: {
    mediaType: name,
    source,
    name: { expected: 'a string or null', accepts: v => v === null || typeof v === 'string' },
  },
  opaque: { kind: name, value: json },
}

/** Refuses what JSON cannot hold; a cycle shows as endless depth. */
function checkJson(value: unknown, at: string, depth: number): void {
  if (depth > maxDepth) bad(at, `nests more than ${maxDepth} levels deep, or holds itself`)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (typeof value !== 'object') bad(at, `is ${describeValue(value)}, which JSON cannot hold`)
  for (const [key, item] of Object.entries(value as object)) {
    if (item !== undefined) checkJson(item, `${at}.${key}`, depth + 1)
  }
}

function fields(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  return bad(at, `is ${describeValue(value)}; it must be an object`)
}

/** Whether a value names a role. */
export const isRole = (value: unknown): value is Role =>
  ['system', 'user', 'assistant', 'tool'].includes(value as string)

function bad(at: string, why: string): never {
  throw new LonghandError('bad-message', `${at.length > 200 ? `${at.slice(0, 200)}…` : at} ${why}.`)
}
