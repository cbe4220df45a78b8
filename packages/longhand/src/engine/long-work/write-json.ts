import { weightOf } from '../../core/weight.ts'
import { sliceLength, slices } from './slices.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** What is lighter than this is written in one go; a thing takes some time besides its letters. */
const maxWeight = 50_000
const thingWeight = 20

/**
 * `JSON.stringify` for values that may be long: the same text, without keeping the event loop from its other work.
 * Escapes take time, and a long text may consist of nothing else.
 */
export async function writeJson(value: unknown): Promise<string> {
  const pieces: string[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces.join('')
}

/** The same in pieces, for whoever passes them on. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  let piece = ''
  for (const text of textsOf(value)) {
    piece += text
    if (piece.length < sliceLength) continue
    yield piece
    piece = ''
    await yieldToEventLoop()
  }
  if (piece !== '') yield piece
}

function* textsOf(value: unknown): Generator<string> {
  if (isLight(value)) yield JSON.stringify(value)
  else if (typeof value === 'string') yield* textsOfString(value)
  else if (Array.isArray(value)) yield* textsOfList(value)
  else yield* textsOfObject(value as object)
}

function* textsOfList(list: readonly unknown[]): Generator<string> {
  yield '['
  for (const [at, item] of list.entries()) {
    if (at > 0) yield ','
    yield* textsOf(isLeftOut(item) ? null : item)
  }
  yield ']'
}

function* textsOfObject(object: object): Generator<string> {
  let before = '{'
  for (const [key, inside] of Object.entries(object)) {
    if (isLeftOut(inside)) continue
    yield `${before}${JSON.stringify(key)}:`
    yield* textsOf(inside)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* textsOfString(text: string): Generator<string> {
  yield '"'
  for (const piece of slices(text)) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}

/** What JSON has no word for. */
const isLeftOut = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value)

/** Whether a value is written quickly. */
const isLight = (value: unknown): boolean => weightOf(value, maxWeight, thingWeight) <= maxWeight
