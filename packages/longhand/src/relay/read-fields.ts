import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  openBrace,
  openBracket,
  quote,
  valueAt,
} from './scan-object.ts'

/** So many bytes are looked at before others get their turn. */
const stepBytes = 200_000

/** No name and no value that is wanted here is longer. */
const maxWanted = 4_000

/**
 * The few fields of a body that have to be known even if it is not taken apart. They are found by quotes, brackets and
 * commas, and all else is skipped, a step at a time. Of a key that stands there twice the last one counts, as for
 * `JSON.parse`. Null when the bytes are not an object.
 */
export async function readFields<Name extends string>(
  bytes: Uint8Array,
  names: readonly Name[],
): Promise<Readonly<Partial<Record<Name, unknown>>> | null> {
  const found: Partial<Record<Name, unknown>> = {}
  let state: 'before' | 'within' | 'after' = 'before'
  let [depth, inString, nextStep] = [0, false, stepBytes]
  /** Where the member begins that is being read, and its colon. */
  let [from, colonAt] = [0, -1]
  /** The byte before that is no space. */
  let last = 0
  for (let at = 0; at < bytes.length; at++) {
    if (at >= nextStep) {
      nextStep = at + stepBytes
      await yieldToEventLoop()
    }
    const byte = bytes[at]!
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (isSpace(byte)) continue
    else if (state === 'after' || (state === 'before' && byte !== openBrace)) return null
    else if (byte === quote) inString = true
    else if (byte === openBrace || byte === openBracket) {
      if (++depth === 1) [state, from] = ['within', at + 1]
    } else if (depth > 1) {
      if (byte === closeBrace || byte === closeBracket) depth--
    } else if (byte === colon) {
      if (colonAt < 0) colonAt = at
    } else if (byte === comma || byte === closeBrace) {
      const isEmpty = byte === closeBrace && last === openBrace
      if (colonAt < 0 && !isEmpty) return null
      const name = read(bytes, from, colonAt) as Name
      if (names.includes(name)) found[name] = read(bytes, colonAt + 1, at)
      ;[from, colonAt] = [at + 1, -1]
      if (byte === closeBrace) state = 'after'
    } else if (byte === closeBracket) return null
    last = byte
  }
  return state === 'after' ? found : null
}

function read(bytes: Uint8Array, from: number, to: number): unknown {
  try {
    return to - from > maxWanted ? undefined : valueAt(bytes, { from, to })
  } catch {
    return undefined
  }
}
