import { expect, test } from 'vitest'
import { draw } from '../testing/draw.ts'
import { compacted } from '../testing/history.ts'
import { append, type Branch, compactionHistory } from './branch.ts'
import { checkBranch } from './check-branch.ts'
import type { CompactionEntry } from './entry.ts'
import { shorten } from './layout.ts'
import { classic } from './policy.ts'

const branch = compacted(draw('u a u a u a u a u a u a'), classic, 'force')
const last = branch.at(-1) as CompactionEntry
const withFolds = (folds: CompactionEntry['folds']): Branch => branch.with(-1, { ...last, folds })
const fold = last.folds[0]!

test.each([
  [
    'a depth that does not rise',
    branch.with(2, { ...branch[2]!, depth: 1 }),
    /has depth 1 after depth 2; depths must increase/,
  ],
  ['an id that stands twice', branch.with(2, { ...branch[2]!, id: 'e1' }), /is on the branch twice/],
  [
    'a fold of what comes later',
    withFolds([{ ...fold, span: { from: 2, to: 99 } }]),
    /folds 2–99, which is not before it/,
  ],
  ['a span that ends before it starts', withFolds([{ ...fold, span: { from: 5, to: 2 } }]), /folds 5–2/],
  ['two folds for one message', withFolds([fold, fold]), /has two folds for the same messages/],
])('F6 %s is refused with a sentence', (_, entries, sentence) => {
  expect(() => checkBranch(entries)).toThrow(sentence)
})

test('F6 undoing on a shortened branch whose base is not loaded says what to do', () => {
  const base = { ...last, id: 'second', base: last.id, depth: 99 }
  const short = shorten([...branch, base])
  expect(() => compactionHistory(append(short, { type: 'undo', compaction: 'second' }, 'x'))).toThrow(
    /Load the whole branch to undo it/,
  )
})
