import { LonghandError } from '../../core/errors.ts'

/**
 * The elements of a JSON list as they come, each as its own text; a single object is a list of one. So a list of any
 * length is read with no more in memory than its longest element.
 */
export async function* jsonElements(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  let state: State = { ...start, pieces: [], size: 0 }
  for await (const chunk of bytes) {
    let from = state.pieces.length > 0 ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (state.inString) {
        if (state.escaped) state.escaped = false
        else if (byte === backslash) state.escaped = true
        else if (byte === quote) state.inString = false
        continue
      }
      if (isSpace(byte)) continue
      if (state.ended) throw notAList()
      if (byte === quote) state.inString = true
      if (!state.began) {
        if (byte !== openBracket && byte !== openBrace && !(byte === byteOrderMark[state.marks] && state.marks++ < 3))
          throw notAList()
        if (byte === openBracket || byte === openBrace) state.began = true
        if (byte === openBracket) continue
        if (byte === openBrace) state.alone = true
        else continue
      }
      if (from < 0 && byte !== comma && byte !== closeBracket) from = at
      if (byte === openBrace || byte === openBracket) state.depth++
      else if (byte === closeBrace || (byte === closeBracket && state.depth > 0)) {
        if (--state.depth < 0) throw notAList()
        if (state.depth > 0) continue
        yield textOf([...state.pieces, chunk.subarray(from, at + 1)])
        state = { ...state, pieces: [], size: 0, ended: state.alone }
        from = -1
      } else if (byte === closeBracket) {
        if (from >= 0) throw notAList()
        state.ended = true
      } else if (state.depth === 0 && byte !== comma) throw notAList()
    }
    if (from >= 0) keep(state, chunk.slice(from))
  }
  if (!state.ended)
    throw new LonghandError('bad-transcript', 'The list of conversations ends too early. Nothing was imported.')
}

type State = {
  began: boolean
  ended: boolean
  /** Whether the text is one object and no list. */
  alone: boolean
  inString: boolean
  escaped: boolean
  depth: number
  marks: number
  pieces: Uint8Array[]
  size: number
}

const start = { began: false, ended: false, alone: false, inString: false, escaped: false, depth: 0, marks: 0 }

function keep(state: State, piece: Uint8Array): void {
  state.size += piece.length
  if (state.size > maxElement)
    throw new LonghandError('too-large', 'One conversation is longer than 64 MB. Leave it out.')
  state.pieces.push(piece)
}

const maxElement = 64 * 1024 * 1024

function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return new TextDecoder().decode(bytes)
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const byteOrderMark = [0xef, 0xbb, 0xbf]
const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

const notAList = (): LonghandError =>
  new LonghandError('bad-transcript', 'The file is not a list of conversations in JSON. Nothing was imported.')
