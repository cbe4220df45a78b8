import { isUtf8 } from 'node:buffer'
import { runToEnd, type Steps } from '../core/steps.ts'
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
export const scanObject = (bytes: Uint8Array, chain?: ItemChain): readonly Member[] | null =>
  runToEnd(scanSteps(bytes, chain))

/** The same in steps. */
export function* scanSteps(bytes: Uint8Array, chain?: ItemChain): Steps<readonly Member[] | null> {
  const members = yield* scanAllSteps(bytes, chain)
  return new Set(members?.map(({ key }) => key)).size === members?.length ? members : null
}

/** The same, with each member of a key that stands there twice. */
export function* scanAllSteps(bytes: Uint8Array, chain?: ItemChain): Steps<readonly Member[] | null> {
  if (!isUtf8(bytes)) return null
  yield
  try {
    return yield* membersOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), chain)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Deeper than any real request, and shallow enough for recursive functions. */
const maxDepth = 200

/** More than any real request has: each costs some microseconds, however short it is. */
const maxItems = 100_000

/** The same for members of the body and of an object within, for the space between two values, and for the letters of a number. */
const maxMembers = 1_000
const maxWidth = 50_000
const maxRun = 100_000

/** Values in lists and objects within: `JSON.parse` makes twenty of them in a microsecond at best, and one at worst. */
const maxValues = 500_000

/** The same for escapes within one value, which is parsed at once: an image has none, however long it is. */
const maxEscapes = 1_000_000

/** So many bytes are looked at before others get their turn, and what an item and a string take besides. */
const stepBytes = 250_000
const itemWeight = 1_000
const stringWeight = 30

/**
 * What an object or a list holds is told apart by its quotes and brackets alone; that each piece is JSON is for `JSON.parse`
 * to say. If all of them are, separated by the right punctuation, then so is the whole.
 */
function* membersOf(bytes: Buffer, chain?: ItemChain): Steps<readonly Member[]> {
  const members: Member[] = []
  const within = { values: 0 }
  const start = afterSpace(bytes, 0)
  if (bytes[start] !== openBrace) throw new SyntaxError()
  let at = firstAfter(bytes, start, closeBrace)
  while (at >= 0) {
    const name = { from: at, to: yield* endOfValue(bytes, at, { within, level: 1 }) }
    const key = yield* parsedAt(bytes, name)
    const colonAt = afterSpace(bytes, name.to)
    if (typeof key !== 'string' || bytes[colonAt] !== colon) throw new SyntaxError()
    const from = afterSpace(bytes, colonAt + 1)
    const isList = bytes[from] === openBracket
    const list = isList ? yield* itemsOf(bytes, from, { within, walk: chain?.start(key) ?? null }) : null
    const value = { from, to: list?.end ?? (yield* endOfValue(bytes, from, { within, level: 1 })) }
    if (list === null) yield* parsedAt(bytes, value)
    if (members.push({ key, value, items: list?.items ?? null }) > maxMembers) throw new SyntaxError()
    at = nextAfter(bytes, value.to, closeBrace)
    yield
  }
  if (afterSpace(bytes, -at) !== bytes.length) throw new SyntaxError()
  return members
}

/** How many values there are below the outermost lists. */
type Within = { values: number }

function* itemsOf(
  bytes: Buffer,
  start: number,
  { within, walk }: { readonly within: Within; readonly walk: ItemWalk | null },
): Steps<{ readonly items: Item[]; readonly end: number }> {
  const items: Item[] = []
  let weight = 0
  let at = firstAfter(bytes, start, closeBracket)
  while (at >= 0) {
    const from = at
    const knownEnd = walk?.endOf(bytes, from) ?? null
    const to = knownEnd ?? (yield* endOfValue(bytes, from, { within, level: 2 }))
    const value = knownEnd === null ? yield* parsedAt(bytes, { from, to }) : undefined
    const known = walk?.take(bytes, from, to)
    const item: Item = known === undefined ? { from, to } : { from, to, known }
    if (value !== undefined) justRead.set(item, value)
    if (items.push(item) > maxItems) throw new SyntaxError()
    at = nextAfter(bytes, to, closeBracket)
    weight += Math.abs(at) - to + (knownEnd === null ? itemWeight + to - from : 0)
    if (weight < stepBytes) continue
    weight = 0
    yield
  }
  walk?.end(bytes)
  return { items, end: -at }
}

/** Where the first value between two brackets begins; if there is none, where they end, as a negative number. */
function firstAfter(bytes: Buffer, open: number, close: number): number {
  const at = afterSpace(bytes, open + 1)
  return bytes[at] === close ? -(at + 1) : at
}

/** The same for the value that follows one, after a comma. */
function nextAfter(bytes: Buffer, to: number, close: number): number {
  const at = afterSpace(bytes, to)
  if (bytes[at] === close) return -(at + 1)
  if (bytes[at] !== comma) throw new SyntaxError()
  return afterSpace(bytes, at + 1)
}

/** Where a value ends if it is one, so many levels below the outermost bracket. */
function* endOfValue(
  bytes: Buffer,
  from: number,
  { within, level }: { readonly within: Within; readonly level: number },
): Steps<number> {
  const first = bytes[from]
  if (first !== quote && first !== openBrace && first !== openBracket) return endOfScalar(bytes, from)
  const place: Place = { at: from, depth: level, isInString: false, room: [] }
  while (!goOn(bytes, place, { within, level })) yield
  return place.at
}

function endOfScalar(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && !endsScalar(bytes[at]!)) if (++at - from > maxRun) throw new SyntaxError()
  return at
}

/** Where one is on the way through a value, and how many more things what is open at each depth may hold. */
type Place = { at: number; depth: number; isInString: boolean; readonly room: number[] }

/** Goes on for a step; true at the end of the value. Engines compile plain functions sooner and better than generators. */
function goOn(
  bytes: Buffer,
  place: Place,
  { within, level }: { readonly within: Within; readonly level: number },
): boolean {
  let { at, depth, isInString } = place
  const { room } = place
  for (let left = stepBytes; left > 0; left--) {
    const byte = isInString ? quote : bytes[at++]
    if (byte === quote) {
      const end = endOfString(bytes, at)
      isInString = end < 0
      at = Math.abs(end)
      if (isInString) break
      left -= stringWeight
    } else if (byte === openBrace || byte === openBracket) {
      if (++depth > maxDepth || ++within.values > maxValues) throw new SyntaxError()
      room[depth] = byte === openBrace ? maxWidth : maxValues
    } else if (byte === comma) {
      if (++within.values > maxValues || --room[depth]! <= 0) throw new SyntaxError()
    } else if (byte === closeBrace || byte === closeBracket) depth--
    else if (byte === undefined) throw new SyntaxError()
    else continue
    if (depth === level && byte !== comma) {
      place.at = at
      return true
    }
  }
  Object.assign(place, { at, depth, isInString })
  return false
}

/** Where a string ends: after its first unescaped quote. Where to go on from, as a negative number, after a step. */
function endOfString(bytes: Buffer, from: number): number {
  const last = from + stepBytes
  for (let at = from; ; at++) {
    at = bytes.indexOf(quote, at)
    if (at < 0) throw new SyntaxError()
    let backslashes = 0
    while (at - backslashes > from && bytes[at - 1 - backslashes] === backslash)
      if (++backslashes > 2 * maxEscapes) throw new SyntaxError()
    if (backslashes % 2 === 0) return at + 1
    // Where one quote is escaped, others often are: a search for each would take longer than a look at every byte.
    for (const far = at + 64; at < far; at++) {
      const byte = bytes[at + 1]
      if (byte === quote) return at + 2
      if (byte === backslash) at++
    }
    if (at > last) return -(at + 1)
  }
}

/** The value of a slice, which must be JSON without more escapes than any real request has. */
function* parsedAt(bytes: Buffer, slice: Slice): Steps<unknown> {
  if (slice.to - slice.from <= 2 * maxEscapes) return valueAt(bytes, slice)
  yield* checkEscapes(bytes, slice)
  const text = textAt(bytes, slice)
  yield
  return JSON.parse(text)
}

function* checkEscapes(bytes: Buffer, { from, to }: Slice): Steps<void> {
  let escapes = 0
  let next = from + stepBytes
  for (let at = bytes.indexOf(backslash, from); at >= 0 && at < to; at = bytes.indexOf(backslash, at)) {
    const far = at + 64
    while (at < far) {
      const isEscape = bytes[at] === backslash
      if (isEscape && ++escapes > maxEscapes) throw new SyntaxError()
      at += isEscape ? 2 : 1
    }
    if (at < next) continue
    next = at + stepBytes
    yield
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

const textAt = (bytes: Uint8Array, { from, to }: Slice): string => decoder.decode(bytes.subarray(from, to))

/** The value of a slice, which must be JSON. */
export const valueAt = (bytes: Uint8Array, slice: Slice): unknown => JSON.parse(textAt(bytes, slice))

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
