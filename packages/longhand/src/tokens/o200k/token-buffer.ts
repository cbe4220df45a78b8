import { addToHash } from './ranks.ts'

/** Bytes of a text, with working space for finding their tokens. */
export type TokenBuffer = {
  length: number
  readonly bytes: Uint8Array
  /** The hash of the bytes before an index. */
  readonly hashes: Int32Array
  /** Where the token that starts at an index ends. */
  readonly ends: Int32Array
  /** The rank of the token that the one at an index and the next would form together. */
  readonly ranks: Int32Array
}

export const createBuffer = (capacity: number): TokenBuffer => ({
  length: 0,
  bytes: new Uint8Array(capacity),
  hashes: new Int32Array(capacity + 1),
  ends: new Int32Array(capacity),
  ranks: new Int32Array(capacity),
})

export function fillWithBytes(buffer: TokenBuffer, bytes: Uint8Array): void {
  buffer.length = 0
  for (let at = 0; at < bytes.length; at++) push(buffer, bytes[at]!)
}

/** Fills a buffer with the UTF-8 of a part of a text. Half a character is read as U+FFFD, as `TextEncoder` does. */
export function fillWithText(buffer: TokenBuffer, text: string, from: number, to: number): void {
  buffer.length = 0
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) {
      push(buffer, unit)
    } else {
      const codePoint = text.codePointAt(at)!
      pushCharacter(buffer, isHalf(codePoint) ? 0xfffd : codePoint)
      if (codePoint > 0xffff) at++
    }
  }
}

const isHalf = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff

function pushCharacter(buffer: TokenBuffer, codePoint: number): void {
  if (codePoint < 0x800) {
    push(buffer, 0xc0 | (codePoint >> 6))
  } else {
    if (codePoint < 0x10000) {
      push(buffer, 0xe0 | (codePoint >> 12))
    } else {
      push(buffer, 0xf0 | (codePoint >> 18))
      push(buffer, 0x80 | ((codePoint >> 12) & 0x3f))
    }
    push(buffer, 0x80 | ((codePoint >> 6) & 0x3f))
  }
  push(buffer, 0x80 | (codePoint & 0x3f))
}

function push(buffer: TokenBuffer, byte: number): void {
  buffer.hashes[buffer.length + 1] = addToHash(buffer.hashes[buffer.length]!, byte)
  buffer.bytes[buffer.length++] = byte
}
