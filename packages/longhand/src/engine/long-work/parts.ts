import { runToEnd, type Steps } from '../../core/steps.ts'
import { heavySteps, weightOf } from '../../core/weight.ts'

/** Some items of a list that stands somewhere in plain data, or some members of an object. */
export type CutPart = { readonly path: readonly (string | number)[] } & (
  | { readonly items: readonly unknown[] }
  | { readonly members: readonly Member[] }
)

type Member = readonly [key: string, value: unknown]

/** Plain data with its long lists and wide objects taken out: `parts`, put back in their order, make it whole again. */
export type Cut = { readonly frame: unknown; readonly parts: readonly CutPart[] }

/** About what a thread is sent, or sends, in a few milliseconds: letters, and what a thing takes besides. */
const maxWeight = 500_000
const thingWeight = 50

/**
 * Cuts data that is too much for one message: copying it from thread to thread would keep everyone waiting. Lists and
 * objects are cut, at any depth; a text stays whole, because copying one takes next to nothing.
 */
export const cut = (value: unknown): Cut => runToEnd(cutSteps(value))

/** The same, with a pause now and then for everyone else. */
export async function cutAtPace(value: unknown, pace: () => Promise<void>): Promise<Cut> {
  const cutting = cutSteps(value)
  for (;;) {
    const { done, value: found } = cutting.next()
    if (done) return found
    await pace()
  }
}

function* cutSteps(value: unknown): Steps<Cut> {
  if (weigh(value) <= maxWeight) return { frame: value, parts: [] }
  const heavy = yield* heavySteps(value, maxWeight, thingWeight)
  return heavy.has(value) ? yield* cutIn(value, { path: [], heavy }) : { frame: value, parts: [] }
}

/** Where one is, and what is too much for one message. */
type Place = { readonly path: CutPart['path']; readonly heavy: ReadonlySet<unknown> }

/** Stops every few hundred things, so that whoever drives it can pause. */
function* cutIn(value: unknown, place: Place): Steps<Cut> {
  if (Array.isArray(value)) return { frame: [], parts: yield* partsOf(value.entries(), { ...place, of: 'list' }) }
  if (!isPlain(value)) return { frame: value, parts: [] }
  return { frame: {}, parts: yield* partsOf(membersOf(value), { ...place, of: 'object' }) }
}

function* membersOf(object: Fields): Generator<Member> {
  for (const key of Object.keys(object)) yield [key, object[key]]
}

/** Puts a part back where it was. */
export function putBack(frame: unknown, part: CutPart): void {
  let at: unknown = frame
  for (const step of part.path) at = (at as Fields)[step]
  if ('items' in part) for (const item of part.items) (at as unknown[]).push(item)
  else for (const [key, value] of part.members) setMember(at as object, key, value)
}

/** As JSON would: `__proto__` is a member like any other. */
function setMember(object: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  else (object as Record<string, unknown>)[key] = value
}

/** What a list or an object holds, in parts, each followed by those of what is within it. */
function* partsOf(
  entries: Iterable<readonly [string | number, unknown]>,
  { path, heavy, of }: Place & { readonly of: 'list' | 'object' },
): Steps<readonly CutPart[]> {
  const parts: CutPart[] = []
  let entered: (readonly [string | number, unknown])[] = []
  let inner: CutPart[] = []
  let weight = 0
  const close = () => {
    if (entered.length > 0)
      parts.push(
        of === 'list' ? { path, items: entered.map(([, item]) => item) } : { path, members: entered as Member[] },
      )
    for (const part of inner) parts.push(part)
    entered = []
    inner = []
    weight = 0
  }
  let looked = 0
  for (const [key, value] of entries) {
    const found = heavy.has(value) ? yield* cutIn(value, { path: [...path, key], heavy }) : null
    const entry = found === null ? ([key, value] as const) : ([key, found.frame] as const)
    const own = weigh(entry)
    if (weight + own > maxWeight) close()
    entered.push(entry)
    if (found !== null) for (const part of found.parts) inner.push(part)
    weight += own
    if (++looked % 500 === 0) yield
  }
  close()
  return parts
}

const weigh = (value: unknown): number => weightOf(value, maxWeight, thingWeight)

type Fields = Readonly<Record<string | number, unknown>>

/** An object as JSON has them: others are copied as a whole. */
function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
