import { weightOf } from '../../core/weight.ts'

/** Some items of a list that stands somewhere in plain data. */
export type ListPart = { readonly path: readonly (string | number)[]; readonly items: readonly unknown[] }

/** Plain data with its long lists taken out: `parts`, put back in their order, make it whole again. */
export type Cut = { readonly frame: unknown; readonly parts: readonly ListPart[] }

/** About what a thread is sent, or sends, in a few milliseconds: letters, and what a thing takes besides. */
const maxWeight = 500_000
const thingWeight = 50

/**
 * Cuts data that is too much for one message: copying it from thread to thread would keep everyone waiting. Lists are
 * cut, at any depth; a text stays whole, because copying one takes next to nothing.
 */
export function cut(value: unknown): Cut {
  const cutting = cutIn(value, [])
  for (;;) {
    const { done, value: found } = cutting.next()
    if (done) return found
  }
}

/** The same, with a pause now and then for everyone else. */
export async function cutAtPace(value: unknown, pace: () => Promise<void>): Promise<Cut> {
  const cutting = cutIn(value, [])
  for (;;) {
    const { done, value: found } = cutting.next()
    if (done) return found
    await pace()
  }
}

/** Stops every few hundred items, so that whoever drives it can pause. */
function* cutIn(value: unknown, path: ListPart['path']): Generator<void, Cut> {
  if (weigh(value) <= maxWeight) return { frame: value, parts: [] }
  if (Array.isArray(value)) return { frame: [], parts: yield* partsOf(value, path) }
  if (!isPlain(value)) return { frame: value, parts: [] }
  const parts: ListPart[] = []
  const frame: [string, unknown][] = []
  for (const [key, inside] of Object.entries(value)) {
    const found = yield* cutIn(inside, [...path, key])
    for (const part of found.parts) parts.push(part)
    frame.push([key, found.frame])
  }
  return { frame: Object.fromEntries(frame), parts }
}

/** Puts a part back where it was. */
export function putBack(frame: unknown, { path, items }: ListPart): void {
  let at: unknown = frame
  for (const step of path) at = (at as Record<string, unknown>)[step]
  for (const item of items) (at as unknown[]).push(item)
}

/** The items of a list in parts, each followed by those of the lists within them. */
function* partsOf(list: readonly unknown[], path: ListPart['path']): Generator<void, readonly ListPart[]> {
  const parts: ListPart[] = []
  let items: unknown[] = []
  let inner: ListPart[] = []
  let weight = 0
  const close = () => {
    if (items.length > 0) parts.push({ path, items })
    for (const part of inner) parts.push(part)
    items = []
    inner = []
    weight = 0
  }
  for (const [at, item] of list.entries()) {
    const whole = weigh(item)
    const { frame, parts: within } = whole <= maxWeight ? { frame: item, parts: [] } : yield* cutIn(item, [...path, at])
    const own = within.length === 0 ? whole : weigh(frame)
    if (weight + own > maxWeight) close()
    items.push(frame)
    for (const part of within) inner.push(part)
    weight += own
    if (at % 500 === 0) yield
  }
  close()
  return parts
}

const weigh = (value: unknown): number => weightOf(value, maxWeight, thingWeight)

/** An object as JSON has them: others are copied as a whole. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
