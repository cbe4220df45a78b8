import { expect, test } from 'vitest'
import { loadTable } from './load.ts'
import { merger } from './merge.ts'
import { ranks } from './ranks.ts'
import { fillWithBytes, stretch } from './stretch.ts'

// From this it follows that merging a pair makes no pair of lower rank: such a token would have been merged before.
test('T1 every token is what its own bytes merge to', () => {
  const table = loadTable()
  const merge = merger(ranks(table))
  const work = stretch(256)
  let [start, strangers] = [0, 0]
  for (const length of table.lengths) {
    fillWithBytes(work, table.bytes.subarray(start, start + length))
    if (merge(work) !== 1) strangers++
    start += length
  }
  expect(strangers).toBe(0)
})
