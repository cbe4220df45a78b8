import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'

/** How deeply a message may nest: as deeply as a store takes it, far below what ends a walk along it. */
const maxDepth = 500

/** Throws `bad-message` unless a value that somebody gave can be written as JSON. Bytes are let be. */
export function checkJson(value: unknown, at: string, depth = 0): void {
  if (typeof value === 'bigint')
    bad(at, `is ${describeValue(value)}, which JSON cannot hold. Send it as a number or a text.`)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (depth > maxDepth) bad(at, `nests more than ${maxDepth} levels deep, or holds itself. Send it flat, or as text.`)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    checkJson(value.toJSON(), at, depth + 1)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`
    checkJson(item, place.length > 80 ? place.slice(0, 80) : place, depth + 1)
  }
}

function bad(at: string, why: string): never {
  throw new LonghandError('bad-message', `${at.length < 80 ? at : `${at}…`} ${why}`)
}
