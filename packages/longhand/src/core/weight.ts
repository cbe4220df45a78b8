import type { Steps } from './steps.ts'

/**
 * How much plain data there is: its letters and bytes, and something for each thing in it. Once that is more than the
 * limit, the rest is not looked at. What turns itself into JSON is not taken apart.
 */
export function weightOf(data: unknown, limit: number, perValue: number): number {
  let weight = perValue
  // A stack of its own, because data may nest deeper than calls can; plain loops, because whole histories are weighed.
  const todo = [data]
  while (todo.length > 0 && weight <= limit) {
    const value = todo.pop()
    if (typeof value === 'string') weight += value.length
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      // A list may be so long that its things alone are too many, and an object so wide.
      weight += perValue * value.length
      if (weight > limit) return weight
      for (let at = 0; at < value.length; at++) todo.push(value[at])
    } else if (ArrayBuffer.isView(value)) weight += value.byteLength
    else if (!('toJSON' in value))
      for (const key in value) {
        weight += perValue + key.length
        if (weight > limit) return weight
        todo.push((value as Record<string, unknown>)[key])
      }
  }
  return weight
}

/**
 * The lists and objects in plain data that weigh more than the limit. Each thing is looked at once: to weigh what is in
 * them again at every level would take as many times as long as it nests deep.
 */
export function* heavySteps(data: unknown, limit: number, perValue: number): Steps<ReadonlySet<unknown>> {
  const heavy = new Set<unknown>()
  const open: Opened[] = []
  let looked = 0
  for (let value: unknown = data; ; ) {
    const top = open.at(-1)
    const opened = heavy.has(value) ? null : openedAt(value, perValue)
    if (opened !== null) {
      if (open.push(opened) > maxNesting) throw new RangeError('The data nests too deep, or holds itself.')
    } else if (top !== undefined) top.weight += heavy.has(value) ? limit + 1 : ownWeight(value, perValue)
    // Whatever has nothing left in it is closed.
    let last = open.at(-1)
    while (last !== undefined && last.at === last.size) {
      open.pop()
      if (last.weight > limit) heavy.add(last.value)
      const around = open.at(-1)
      if (around !== undefined) around.weight += last.weight
      last = around
    }
    if (last === undefined) return heavy
    value = last.keys === null ? (last.value as unknown[])[last.at] : (last.value as Fields)[last.keys[last.at]!]
    last.at++
    if (++looked % perStep === 0) yield
  }
}

/** A list or an object that is being weighed: its keys, null for a list, and how far one is. */
type Opened = {
  readonly value: object
  readonly keys: readonly string[] | null
  readonly size: number
  at: number
  weight: number
}

type Fields = Readonly<Record<string, unknown>>

function openedAt(value: unknown, perValue: number): Opened | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return { value, keys: null, size: value.length, at: 0, weight: perValue }
  if (ArrayBuffer.isView(value) || 'toJSON' in value) return null
  const keys = Object.keys(value)
  const weight = keys.reduce((sum, key) => sum + key.length, perValue)
  return { value, keys, size: keys.length, at: 0, weight }
}

const ownWeight = (value: unknown, perValue: number): number =>
  perValue + (typeof value === 'string' ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0)

/** Deeper than any data that one thread can send another. */
const maxNesting = 100_000

const perStep = 5_000
