import { expect, test } from 'vitest'
import type { Entry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { growthOn } from '../../testing/growth/growth.ts'
import { checkTree } from './check-tree.ts'
import type { LineRecord } from './export-records.ts'

const line = (number: number, parent: number | null, forked: number, tip: number): LineRecord => ({
  ...{ line: number, parent, forked, tip, at: 0 },
})
const head = { head: { line: 0, depth: 0 } }
const compaction = (depth: number, base: string | null): Entry => ({
  ...{ type: 'compaction', id: `c${depth}`, depth, base, edits: null, version: 1, folds: [] },
})
const undo = (depth: number, of: string): Entry => ({ type: 'undo', id: `u${depth}`, depth, compaction: of })
const redo = (depth: number, of: string): Entry => ({ type: 'redo', id: `r${depth}`, depth, compaction: of })
const message = (depth: number): Entry => ({
  ...{ type: 'message', id: `m${depth}`, depth, number: depth, count: 7 },
  message: { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
})

// Each compaction once came with a copy of all before it: 30,000 of them, 4 MB, took 3 GB and stopped everyone for 9 s.
test('F6 compactions that are taken back and brought back are checked in time in proportion to their number', () => {
  const half = (count: number) => Math.ceil(count / 2)
  const run = (text: string) => {
    const count = text.length
    const tree = checkTree(head, [line(1, null, 0, 2 * half(count))])
    for (let at = 1; at <= half(count); at++) tree.entry(1, compaction(at, at === 1 ? null : `c${at - 1}`))
    for (let at = 1; at <= half(count); at++) tree.entry(1, undo(half(count) + at, `c${half(count) - at + 1}`))
    tree.end()
  }
  expect(growthOn(run, { name: 'compactions', grow: length => 'c'.repeat(length) }, 4_000)).toBeNull()
})

const chain = (length: number): readonly LineRecord[] => [
  line(1, null, 0, 2),
  ...Array.from({ length: length - 2 }, (_, at) => line(at + 2, at + 1, 2, 2)),
  line(length, length - 1, 2, 4),
]

test('F6 a fork of a fork, a thousand times, is looked along to where it began', () => {
  const tree = checkTree(head, chain(1_000))
  tree.entry(1, message(1))
  tree.entry(1, compaction(2, null))
  expect(() => tree.entry(1_000, { ...undo(3, 'nobody'), id: 'x' })).toThrow('takes back a compaction')
  expect(tree.entry(1_000, undo(3, 'c2'))).toMatchObject({ compaction: 'c2' })
})

test('F6 more forks of forks than a storage holds are refused; as many beside each other are not', () => {
  expect(() => checkTree(head, chain(100_000))).toThrow(LonghandError)
  const flat = Array.from({ length: 20_000 }, (_, at) => line(at + 2, 1, 2, 2))
  expect(() => checkTree(head, [line(1, null, 0, 2), ...flat])).not.toThrow()
})

test('F6 a fork knows what stood where it leaves, and nothing that came later', () => {
  const tree = checkTree(head, [line(1, null, 0, 4), line(2, 1, 3, 4), line(3, 1, 2, 4), line(4, 3, 1, 3)])
  tree.entry(1, message(1))
  tree.entry(1, compaction(2, null))
  tree.entry(1, undo(3, 'c2'))
  tree.entry(1, redo(4, 'c2'))
  expect(() => tree.entry(2, { ...undo(4, 'c2'), id: 'x' })).toThrow('takes back a compaction that is not in force')
  tree.entry(2, { ...redo(4, 'c2'), id: 'again' })
  expect(() => tree.entry(3, { ...redo(3, 'c2'), id: 'y' })).toThrow('brings back a compaction that was not taken back')
  tree.entry(3, { ...undo(3, 'c2'), id: 'z' })
  tree.entry(3, { ...redo(4, 'c2'), id: 'zz' })
  // It leaves a line before that line begins: what it stands on is the first one's.
  expect(() => tree.entry(4, { ...compaction(2, 'c2'), id: 'late' })).toThrow(
    'stands on a compaction that is not in force',
  )
  const trim = { type: 'trim', span: { from: 1, to: 1 }, limit: 0, count: 1_000 } as const
  const trimmed = { ...compaction(2, null), id: 'trimmed', folds: [trim] } as Entry
  expect(tree.entry(4, trimmed)).toMatchObject({ folds: [{ count: 7 }] })
  tree.entry(4, { ...message(3), id: 'last' })
  tree.end()
})
