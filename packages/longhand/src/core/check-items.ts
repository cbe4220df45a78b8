import { describeValue } from './describe-value.ts'
import { type ErrorCode, LonghandError } from './errors.ts'

/** What a list is called where it is given, and what must stand in each of its places. */
export type Items = {
  readonly name: string
  readonly item: string
  readonly code: ErrorCode
  /** A field that every item has. */
  readonly field?: string
}

/** Throws unless a value is a list with an item in every place, or in its last: a list may have holes, which `map` skips. */
export function checkItems(list: unknown, { name, item, code, field }: Items, places: 'all' | 'last' = 'all'): void {
  if (!Array.isArray(list)) throw new LonghandError('bad-request', bad(name, list, `a list, each ${item}`))
  for (let at = places === 'all' ? 0 : Math.max(0, list.length - 1); at < list.length; at++) {
    const one = list[at]
    if (one == null || (field !== undefined && one[field] === undefined))
      throw new LonghandError(code, bad(`${name}[${at}]`, one, item))
  }
}

/** A branch, as the functions of the core take it. */
export const givenEntries: Items = {
  ...{ name: 'branch', code: 'bad-request', field: 'type' },
  item: 'an entry, as append() returns',
}

/** Messages, as everything takes them that is given some. */
export const givenMessages: Items = {
  ...{ name: 'messages', code: 'bad-message', field: 'parts' },
  item: 'a message, { role, parts }',
}

const bad = (at: string, value: unknown, expected: string): string =>
  `${at} is ${describeValue(value)}; it must be ${expected}.`
