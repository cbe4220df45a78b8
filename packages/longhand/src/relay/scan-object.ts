import { isUtf8 } from 'node:buffer'
import type { ItemChain, ItemWalk, KnownBytes } from './item-chain.ts'

/** A stretch of bytes: from the first one to the one after the last. */
export type Slice = { readonly from: number; readonly to: number }

/** An item of a list, with what stands for its bytes where it was looked for in earlier requests. */
export type Item = Slice & { readonly known?: KnownBytes }

/** A member of the object that a body is, and the items of its value when that is a list. */
export type Member = { readonly key: string; readonly value: Slice; readonly items: readonly Item[] | null }

/**
 * The members of a JSON object as slices of its bytes, so that most of it can be sent on as it came. Null when the bytes
 * are not an object that `JSON.parse` takes, when a key stands there twice, or when they nest too deep or hold more than any
 * real request does. Items that are known from before are not read again.
 */
export function scanObject(bytes: Uint8Array, chain?: ItemChain): readonly Member[] | null {
  if (!isUtf8(bytes)) return null
  try {
    const members = membersOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), chain)
    return new Set(members.map(({ key }) => key)).size === members.length ? members : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Deeper than any real request, and shallow enough for recursive functions. */
const maxDepth = 200

/** More than any real request has: each costs some microseconds, however short it is. */
const maxItems = 100_000

/** The same for members, for the space between two values, and for the letters of a number. */
const maxMembers = 1_000
const maxRun = 100_000

/** Values in lists and objects within: `JSON.parse` makes twenty of them in a microsecond at best, and one at worst. */
const maxValues = 500_000

/**
 * What an object or a list holds is told apart by its quotes and brackets alone; that each piece is JSON is for `JSON.parse`
 * to say. If all of them are, separated by the right punctuation, then so is the whole.
 */
function membersOf(bytes: Buffer, chain?: ItemChain): readonly Member[] {
  const members: Member[] = []
  const within = { values: 0 }
  const start = afterSpace(bytes, 0)
  if (bytes[start] !== openBrace) throw new SyntaxError()
  const end = eachOf(bytes, { start, close: closeBrace }, at => {
    const name = { from: at, to: endOfValue(bytes, at, { within, level: 1 }) }
    const key = valueAt(bytes, name)
    const colonAt = afterSpace(bytes, name.to)
    if (typeof key !== 'string' || bytes[colonAt] !== colon) throw new SyntaxError()
    const from = afterSpace(bytes, colonAt + 1)
    const list = bytes[from] === openBracket ? itemsOf(bytes, from, { within, walk: chain?.start(key) ?? null }) : null
    const value = { from, to: list?.end ?? endOfValue(bytes, from, { within, level: 1 }) }
    if (list === null) valueAt(bytes, value)
    if (members.push({ key, value, items: list?.items ?? null }) > maxMembers) throw new SyntaxError()
    return value.to
  })
  if (afterSpace(bytes, end) !== bytes.length) throw new SyntaxError()
  return members
}

/** How many values there are below the outermost lists. */
type Within = { values: number }

function itemsOf(
  bytes: Buffer,
  start: number,
  { within, walk }: { readonly within: Within; readonly walk: ItemWalk | null },
): { readonly items: Item[]; readonly end: number } {
  const items: Item[] = []
  const end = eachOf(bytes, { start, close: closeBracket }, from => {
    const knownEnd = walk?.endOf(bytes, from) ?? null
    const to = knownEnd ?? endOfValue(bytes, from, { within, level: 2 })
    const value = knownEnd === null ? valueAt(bytes, { from, to }) : undefined
    const known = walk?.take(bytes, from, to)
    const item: Item = known === undefined ? { from, to } : { from, to, known }
    if (value !== undefined) justRead.set(item, value)
    if (items.push(item) > maxItems) throw new SyntaxError()
    return to
  })
  walk?.end(bytes)
  return { items, end }
}

/** Goes through what stands between two brackets, separated by commas; returns where the brackets end. */
function eachOf(
  bytes: Buffer,
  { start, close }: { readonly start: number; readonly close: number },
  endOf: (from: number) => number,
): number {
  let at = afterSpace(bytes, start + 1)
  if (bytes[at] === close) return at + 1
  for (;;) {
    at = afterSpace(bytes, endOf(at))
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== comma) throw new SyntaxError()
    at = afterSpace(bytes, at + 1)
  }
}

/** Where a value ends if it is one, so many levels below the outermost bracket. */
function endOfValue(
  bytes: Buffer,
  from: number,
  { within, level }: { readonly within: Within; readonly level: number },
): number {
  const first = bytes[from]
  if (first === quote) return endOfString(bytes, from)
  let at = from
  if (first !== openBrace && first !== openBracket) {
    while (at < bytes.length && !endsScalar(bytes[at]!)) if (++at - from > maxRun) throw new SyntaxError()
    return at
  }
  for (let depth = level; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at) - 1
    else if (byte === openBrace || byte === openBracket) {
      if (++depth > maxDepth || ++within.values > maxValues) throw new SyntaxError()
    } else if (byte === comma) {
      if (++within.values > maxValues) throw new SyntaxError()
    } else if (byte === closeBrace || byte === closeBracket) {
      if (--depth === level) return at + 1
    }
  }
  throw new SyntaxError()
}

/** Where a string ends: after its first unescaped quote. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = from + 1; ; at++) {
    at = bytes.indexOf(quote, at)
    if (at < 0) throw new SyntaxError()
    let backslashes = 0
    while (bytes[at - 1 - backslashes] === backslash) backslashes++
    if (backslashes % 2 === 0) return at + 1
    // Where one quote is escaped, others often are: a search for each would take longer than a look at every byte.
    for (const far = at + 64; at < far; at++) {
      const byte = bytes[at + 1]
      if (byte === quote) return at + 2
      if (byte === backslash) at++
    }
  }
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at])) if (++at - from > maxRun) throw new SyntaxError()
  return at
}

export const isSpace = (byte: number | undefined): boolean =>
  byte === space || byte === newline || byte === carriageReturn || byte === tab

const endsScalar = (byte: number): boolean =>
  byte === comma || byte === closeBracket || byte === closeBrace || isSpace(byte)

/** Keeps a byte order mark, so that `JSON.parse` rejects it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The value of a slice, which must be JSON. */
export const valueAt = (bytes: Uint8Array, { from, to }: Slice): unknown =>
  JSON.parse(decoder.decode(bytes.subarray(from, to)))

/** The values of items that were read to see whether they are JSON, until someone wants them. */
const justRead = new WeakMap<Item, unknown>()

/** The value of an item. Only its bytes are held from then on. */
export function takeValue(bytes: Uint8Array, item: Item): unknown {
  const value = justRead.get(item)
  justRead.delete(item)
  return value === undefined ? valueAt(bytes, item) : value
}

const tab = 0x09
const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20
export const quote = 0x22
export const comma = 0x2c
export const colon = 0x3a
export const openBracket = 0x5b
export const backslash = 0x5c
export const closeBracket = 0x5d
export const openBrace = 0x7b
export const closeBrace = 0x7d
