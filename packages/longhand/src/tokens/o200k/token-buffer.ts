import { addToHash } from './ranks.ts'

/** Some bytes of a text, and room to find their tokens in. */
export type TokenBuffer = {
  length: number
  readonly bytes: Uint8Array
  /** The hash of the bytes before an index. */
  readonly hashes: Int32Array
  /** Where the token that starts at an index ends. */
  readonly ends: Int32Array
  /** The rank of the token that the one at an index and the one behind it would be together. */
  readonly ranks: Int32Array
}

export const createBuffer = (capacity: number): TokenBuffer => ({
  length: 0,
  bytes: new Uint8Array(capacity),
  hashes: new Int32Array(capacity + 1),
  ends: new Int32Array(capacity),
  ranks: new Int32Array(capacity),
})

export function fillWithBytes(stretch: TokenBuffer, bytes: Uint8Array): void {
  stretch.length = 0
  for (let at = 0; at < bytes.length; at++) push(stretch, bytes[at]!)
}

/** Fills a stretch with the UTF-8 of a part of a text. Half a character is read as U+FFFD, as `TextEncoder` does. */
export function fillWithText(stretch: TokenBuffer, text: string, from: number, to: number): void {
  stretch.length = 0
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) {
      push(stretch, unit)
    } else {
      const codePoint = text.codePointAt(at)!
      pushCharacter(stretch, isHalf(codePoint) ? 0xfffd : codePoint)
      if (codePoint > 0xffff) at++
    }
  }
}

const isHalf = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff

function pushCharacter(stretch: TokenBuffer, codePoint: number): void {
  if (codePoint < 0x800) {
    push(stretch, 0xc0 | (codePoint >> 6))
  } else {
    if (codePoint < 0x10000) {
      push(stretch, 0xe0 | (codePoint >> 12))
    } else {
      push(stretch, 0xf0 | (codePoint >> 18))
      push(stretch, 0x80 | ((codePoint >> 12) & 0x3f))
    }
    push(stretch, 0x80 | ((codePoint >> 6) & 0x3f))
  }
  push(stretch, 0x80 | (codePoint & 0x3f))
}

function push(stretch: TokenBuffer, byte: number): void {
  stretch.hashes[stretch.length + 1] = addToHash(stretch.hashes[stretch.length]!, byte)
  stretch.bytes[stretch.length++] = byte
}
