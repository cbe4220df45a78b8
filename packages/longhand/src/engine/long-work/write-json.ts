import { heavySteps, weightOf } from '../../core/weight.ts'
import { runSteps } from './run-steps.ts'
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
  const isLight = weightOf(value, maxWeight, thingWeight) <= maxWeight
  const heavy = isLight ? new Set() : await runSteps(heavySteps(value, maxWeight, thingWeight))
  for (const text of textsOf(value, heavy)) {
    piece += text
    if (piece.length < sliceLength) continue
    yield piece
    piece = ''
    await yieldToEventLoop()
  }
  if (piece !== '') yield piece
}

/** What of it is not written quickly. */
type Heavy = ReadonlySet<unknown>

function* textsOf(value: unknown, heavy: Heavy): Generator<string> {
  if (isLongText(value)) yield* textsOfString(value)
  else if (!heavy.has(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* textsWithin(value.entries(), heavy, '[]')
  else yield* textsWithin(membersOf(value as object), heavy, '{}')
}

/** What a list or an object holds. What is written quickly is joined: each text is handed up through every level. */
function* textsWithin(
  entries: Iterable<readonly [string | number, unknown]>,
  heavy: Heavy,
  brackets: '[]' | '{}',
): Generator<string> {
  let text = brackets[0]!
  let before = ''
  for (const [key, inside] of entries) {
    text += typeof key === 'number' ? before : `${before}${JSON.stringify(key)}:`
    before = ','
    const value = isLeftOut(inside) ? null : inside
    if (!isLongText(value) && !heavy.has(value)) text += JSON.stringify(value)
    else {
      yield text
      text = ''
      yield* textsOf(value, heavy)
    }
    if (text.length < maxWeight) continue
    yield text
    text = ''
  }
  yield `${text}${brackets[1]}`
}

/** Of an object, what JSON has a word for; in a list, the rest is null. */
function* membersOf(object: object): Generator<readonly [string, unknown]> {
  for (const key of Object.keys(object)) {
    const inside = (object as Readonly<Record<string, unknown>>)[key]
    if (!isLeftOut(inside)) yield [key, inside]
  }
}

const isLongText = (value: unknown): value is string => typeof value === 'string' && value.length > maxWeight

function* textsOfString(text: string): Generator<string> {
  yield '"'
  for (const piece of slices(text)) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}

/** What JSON has no word for. */
const isLeftOut = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value)
