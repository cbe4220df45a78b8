import { expect, test } from 'vitest'
import { loadTable } from './load.ts'
import { tokensByRank } from './make.ts'
import { pack, unpack } from './table.ts'

test('T1 the shipped table holds the tokens of tiktoken, in their order', () => {
  const { lengths, bytes } = loadTable()
  const tokens = tokensByRank()
  expect(lengths.length).toBe(tokens.length)
  expect(Buffer.compare(Buffer.concat(tokens), bytes)).toBe(0)
  expect(tokens.every((token, rank) => token.length === lengths[rank])).toBe(true)
})

test('a table survives being packed', () => {
  const table = loadTable()
  const { kinds, lengths, bytes } = unpack(pack(table))
  expect(Buffer.compare(kinds, table.kinds)).toBe(0)
  expect(Buffer.compare(lengths, table.lengths)).toBe(0)
  expect(Buffer.compare(bytes, table.bytes)).toBe(0)
})
