import { checkItems } from '../core/check-items.ts'
import { LonghandError } from '../core/errors.ts'
import type { NewEntry } from '../engine/ports/store-entries.ts'

/** Checks what a store requires of entries: unique ids, and no deeper nesting than JSON can be written with. */
export function checkEntries(added: readonly NewEntry[]): readonly NewEntry[] {
  checkItems(added, { name: 'entries', code: 'bad-entry', item: 'an entry with an id', field: 'id' })
  if (added.length === 0) throw new LonghandError('bad-entry', 'There is nothing to append. Send one entry or more.')
  if (!added.every(({ id }) => /^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u.test(id))) {
    throw new LonghandError('bad-entry', 'The id of an entry is 1 to 200 letters, digits or symbols, without spaces.')
  }
  if (new Set(added.map(({ id }) => id)).size < added.length) {
    throw new LonghandError('conflict', 'Two entries of one batch have the same id. Give each its own.')
  }
  if (added.some(entry => depthOf(entry) > maxDepth)) {
    throw new LonghandError(
      'too-large',
      `A message is nested deeper than ${maxDepth} levels. Send it flat, or as text.`,
    )
  }
  return added
}

const maxDepth = 500

/** How deep a value is nested, without going deeper than matters. */
function depthOf(value: unknown, above = 0): number {
  if (value === null || typeof value !== 'object' || above > maxDepth) return above
  return Object.values(value).reduce((max: number, inside) => Math.max(max, depthOf(inside, above + 1)), above)
}
