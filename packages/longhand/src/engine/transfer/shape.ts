import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'

/** Takes anything for a value of one kind: returns it typed, or says what is wrong at which place. */
export type Shape<Value> = (value: unknown, at: string) => Value

export const whole =
  (min: number, max: number): Shape<number> =>
  (value, at) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : bad(at, `must be a whole number from ${min} to ${max}`)

export const text =
  (maxLength: number): Shape<string> =>
  (value, at) =>
    typeof value === 'string' && value.length <= maxLength
      ? value
      : bad(at, `must be a text of at most ${maxLength} characters`)

export const matching =
  (pattern: RegExp, wanted: string): Shape<string> =>
  (value, at) =>
    typeof value === 'string' && value.length <= 1_000 && pattern.test(value) ? value : bad(at, `must be ${wanted}`)

export const oneOf =
  <Word extends string>(...words: readonly Word[]): Shape<Word> =>
  (value, at) =>
    words.includes(value as Word) ? (value as Word) : bad(at, `must be ${words.join(', ')}`)

export const nullable =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value, at) =>
    value === null ? null : shape(value, at)

/** For what older exports do not hold. */
export const orElse =
  <Value>(shape: Shape<Value>, otherwise: Value): Shape<Value> =>
  (value, at) =>
    value === undefined ? otherwise : shape(value, at)

export const list =
  <Value>(shape: Shape<Value>, maxItems: number): Shape<readonly Value[]> =>
  (value, at) => {
    if (!Array.isArray(value)) return bad(at, 'must be a list')
    if (value.length > maxItems) return bad(at, `holds more than ${maxItems}`)
    return value.map((item, index) => shape(item, `${at}[${index}]`))
  }

/** An object with these fields and no others, in the order in which they come. */
export const fields =
  <Value extends object>(shapes: { readonly [Key in keyof Value]-?: Shape<Value[Key]> }): Shape<Value> =>
  (value, at) => {
    const given = objectAt(value, at)
    const keys = Object.keys(given)
    const unknown = keys.find(key => !Object.hasOwn(shapes, key))
    if (unknown !== undefined) bad(at, `has ${JSON.stringify(unknown.slice(0, 40))}, which nobody knows`)
    const missing = Object.keys(shapes).filter(key => !Object.hasOwn(given, key))
    const entries = [...keys, ...missing].map(key => [key, shapes[key as keyof Value](given[key], `${at}.${key}`)])
    return Object.fromEntries(entries)
  }

/** Any JSON, within a depth and a number of letters. */
export const anyJson =
  (maxDepth: number, maxLetters: number): Shape<Json> =>
  (value, at) => {
    if (value === undefined) return bad(at, 'is missing')
    let letters = 0
    const look = (inside: unknown, depth: number): void => {
      if (depth > maxDepth) bad(at, `nests more than ${maxDepth} levels deep`)
      letters += typeof inside === 'string' ? inside.length : 1
      if (letters > maxLetters) bad(at, `holds more than ${maxLetters} letters`)
      if (typeof inside !== 'object' || inside === null) return
      for (const [key, item] of Object.entries(inside)) {
        letters += key.length
        look(item, depth + 1)
      }
    }
    look(value, 0)
    return value as Json
  }

export function objectAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never
  return bad(at, 'must be an object')
}

export function bad(at: string, why: string): never {
  throw new LonghandError('bad-request', `${at} ${why}`)
}
