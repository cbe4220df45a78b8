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
 * are not an object that `JSON.parse` takes, when a key stands there twice, or when they nest too deep. Items that are known
 * from before are not read again.
 */
export function scanObject(bytes: Uint8Array, chain?: ItemChain): readonly Member[] | null {
  if (!isUtf8(bytes)) return null
  const start = afterSpace(bytes, 0)
  if (bytes[start] !== openBrace) return null
  const members: Member[] = []
  const end = membersFrom({ bytes, words: wordsOf(bytes) }, start + 1, 1, {
    ...(chain === undefined ? {} : { chain }),
    add: (key, value, items) => members.push({ key, value, items }),
  })
  if (end === no || afterSpace(bytes, end) !== bytes.length) return null
  return new Set(members.map(({ key }) => key)).size === members.length ? members : null
}

/** Deeper than any real request, and shallow enough for recursive functions. */
const maxDepth = 200

/** The bytes of a body, and the same four at a time; no words where the body does not begin at the start of one. */
type Source = { readonly bytes: Uint8Array; readonly words: Int32Array }

function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array()
}

/** What a scanner returns in place of where a value ends when there is none. */
const no = -1

/** Who takes the members of the outermost object. */
type Members = {
  readonly chain?: ItemChain
  readonly add: (key: string, value: Slice, items: readonly Item[] | null) => void
}

/** Who takes the items of a list of the outermost object. */
type Items = { readonly walk: ItemWalk | null; readonly list: Item[] }

/** The members of an object, after its opening brace; returns where the object ends. */
function membersFrom(source: Source, from: number, depth: number, members: Members | null): number {
  const { bytes } = source
  let at = afterSpace(bytes, from)
  if (bytes[at] === closeBrace) return at + 1
  for (;;) {
    if (bytes[at] !== quote) return no
    const keyEnd = endOfString(source, at)
    if (keyEnd === no) return no
    const colonAt = afterSpace(bytes, keyEnd)
    if (bytes[colonAt] !== colon) return no
    const valueAt = afterSpace(bytes, colonAt + 1)
    const key = members === null ? '' : textAt(bytes, { from: at, to: keyEnd })
    const items: Items | null =
      members !== null && bytes[valueAt] === openBracket ? { walk: members.chain?.start(key) ?? null, list: [] } : null
    const valueEnd = endOfValue(source, valueAt, depth, items)
    if (valueEnd === no) return no
    items?.walk?.end(bytes)
    members?.add(key, { from: valueAt, to: valueEnd }, items?.list ?? null)
    at = afterSpace(bytes, valueEnd)
    if (bytes[at] === closeBrace) return at + 1
    if (bytes[at] !== comma) return no
    at = afterSpace(bytes, at + 1)
  }
}

/** The items of a list, after its opening bracket; returns where the list ends. */
function itemsFrom(source: Source, from: number, depth: number, items: Items | null): number {
  const { bytes } = source
  let at = afterSpace(bytes, from)
  if (bytes[at] === closeBracket) return at + 1
  for (;;) {
    const end = items?.walk?.endOf(bytes, at) ?? endOfValue(source, at, depth, null)
    if (end === no) return no
    if (items !== null) {
      const known = items.walk?.take(bytes, at, end)
      items.list.push(known === undefined ? { from: at, to: end } : { from: at, to: end, known })
    }
    at = afterSpace(bytes, end)
    if (bytes[at] === closeBracket) return at + 1
    if (bytes[at] !== comma) return no
    at = afterSpace(bytes, at + 1)
  }
}

function endOfValue(source: Source, at: number, depth: number, items: Items | null): number {
  const { bytes } = source
  const first = bytes[at]
  if (first === quote) return endOfString(source, at)
  if (first === openBrace) return depth === maxDepth ? no : membersFrom(source, at + 1, depth + 1, null)
  if (first === openBracket) return depth === maxDepth ? no : itemsFrom(source, at + 1, depth + 1, items)
  if (first === letterT) return endOfWord(bytes, at, 'true')
  if (first === letterF) return endOfWord(bytes, at, 'false')
  if (first === letterN) return endOfWord(bytes, at, 'null')
  return endOfNumber(bytes, at)
}

function endOfString({ bytes, words }: Source, from: number): number {
  let at = from + 1
  for (;;) {
    while (at % 4 !== 0 && isPlain[bytes[at]!] === 1) at++
    if (at % 4 === 0) {
      // The loop that reads nearly all of a body.
      let word = at >> 2
      while (word < words.length && isPlainWord(words[word]!)) word++
      at = word << 2
    }
    // What is left of a word that is not plain; after the last byte there is none that is.
    while (isPlain[bytes[at]!] === 1) at++
    if (bytes[at] === quote) return at + 1
    if (bytes[at] !== backslash) return no
    at = endOfEscape(bytes, at + 1) + 1
    if (at === 0) return no
  }
}

/** The last byte of an escape, given the one after its backslash. */
function endOfEscape(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== letterU) return isEscape[bytes[at]!] === 1 ? at : no
  for (let digit = at + 1; digit <= at + 4; digit++) if (!isHexDigit(bytes[digit])) return no
  return at + 4
}

function endOfWord(bytes: Uint8Array, from: number, word: string): number {
  for (let at = 0; at < word.length; at++) if (bytes[from + at] !== word.charCodeAt(at)) return no
  return from + word.length
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  const start = bytes[from] === minus ? from + 1 : from
  let at = bytes[start] === zero ? start + 1 : afterDigits(bytes, start)
  if (at === no) return no
  if (bytes[at] === dot) {
    at = afterDigits(bytes, at + 1)
    if (at === no) return no
  }
  if (bytes[at] !== letterE && bytes[at] !== capitalE) return at
  return afterDigits(bytes, bytes[at + 1] === plus || bytes[at + 1] === minus ? at + 2 : at + 1)
}

/** After one digit or more. */
function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at])) at++
  return at === from ? no : at
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === space || bytes[at] === newline || bytes[at] === carriageReturn || bytes[at] === tab) at++
  return at
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= 0x39

const isHexDigit = (byte: number | undefined): boolean =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)

const decoder = new TextDecoder()

/** The value of a slice, which must be JSON. */
export const valueAt = (bytes: Uint8Array, { from, to }: Slice): unknown =>
  JSON.parse(decoder.decode(bytes.subarray(from, to)))

const textAt = (bytes: Uint8Array, slice: Slice): string => valueAt(bytes, slice) as string

const tab = 0x09
const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const colon = 0x3a
const capitalE = 0x45
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const letterE = 0x65
const letterF = 0x66
const letterN = 0x6e
const letterT = 0x74
const letterU = 0x75
const openBrace = 0x7b
const closeBrace = 0x7d

/** Which bytes stand for themselves in a string. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= space && byte !== quote && byte !== backslash ? 1 : 0,
)

/**
 * The same for four at once. Taking away what a byte must at least be borrows its highest bit if it is less, and a byte that
 * is alike a letter is zero after both are combined. Those above it may borrow as well, but then one is found anyway.
 */
function isPlainWord(word: number): boolean {
  const quotes = word ^ 0x22222222
  const backslashes = word ^ 0x5c5c5c5c
  const found =
    ((word - 0x20202020) & ~word) | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes)
  return (found & 0x80808080) === 0
}

/** What may follow a backslash, but for `u`. */
const isEscape = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
)
