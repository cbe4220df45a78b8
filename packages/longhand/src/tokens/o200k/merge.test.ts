import { expect, test } from 'vitest'
import { loadTable } from './load.ts'
import { createMerge } from './merge.ts'
import { ranks } from './ranks.ts'
import { createBuffer, fillWithBytes } from './token-buffer.ts'

// From this it follows that merging a pair makes no pair of lower rank: such a token would have been merged before.
test('T1 every token is what its own bytes merge to', () => {
  const table = loadTable()
  const merge = createMerge(ranks(table))
  const work = createBuffer(256)
  let [start, strangers] = [0, 0]
  for (const length of table.lengths) {
    fillWithBytes(work, table.bytes.subarray(start, start + length))
    if (merge(work) !== 1) strangers++
    start += length
  }
  expect(strangers).toBe(0)
})
