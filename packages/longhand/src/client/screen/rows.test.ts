import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeCompaction, activeFolds, append, type Branch, messagesOf } from '../../core/branch.ts'
import { textOf } from '../../core/message.ts'
import { classic } from '../../core/policy.ts'
import { contains } from '../../core/span.ts'
import { withTrims } from '../../core/trims.ts'
import { edit, redo, undo } from '../../core/undo.ts'
import { view } from '../../core/view.ts'
import { draw } from '../../testing/draw.ts'
import { branches, compacted, histories } from '../../testing/history.ts'
import type { DisplayEntry, Receipt } from '../api/contract.ts'
import { continuedBlocks, messageBlocks } from './blocks.ts'
import { buildRows, type Row } from './rows.ts'

const shown = (branch: Branch): readonly DisplayEntry[] =>
  branch.map(entry => ({ ...entry, at: '2026-11-15T12:00:00Z' }))
const rows = (branch: Branch, from = 0) => buildRows({ entries: shown(branch).slice(from), more: from > 0 })
const messages = (page: readonly Row[]) => page.flatMap(row => (row.type === 'card' ? row.entries : []))

/** Cards by their letters, `‹ ›` folded, `*` protected, `=` divider in force, `-` stacked, `~` undone. */
const sketch = (page: readonly Row[]): string =>
  page
    .map(row => {
      if (row.type === 'divider') return { active: '=', superseded: '-', undone: '~' }[row.state]
      const letters = row.entries.map(({ message }) => message.role[0]).join('')
      const card = row.state === 'folded' ? `‹${letters}›` : letters
      return row.protection === 'none' ? card : `${card}*`
    })
    .join(' ')

const compact = (branch: Branch) => compacted(branch, { ...classic, keep: { by: 'messages', amount: 2 } }, 'force')
const later = (branch: Branch, make: typeof undo | typeof redo) => append(branch, make(branch)!, `m${branch.length}`)

const twelve = 'u a u a u a u a u a u a'

test.each([
  ['a conversation without compaction', draw('u a u c r a u'), 'u* a u ata u'],
  ['the opening is always protected', draw('s u a u'), 's* u* a u'],
  ['a capital is protected', draw('u a U a'), 'u* a u* a'],
  ['a divider below what is folded', compact(draw(twelve)), 'u* ‹a› ‹u› ‹a› ‹u› ‹a› ‹u› ‹a› ‹u› ‹a› = u a'],
  ['an undone one', later(compact(draw(twelve)), undo), 'u* a u a u a u a u a ~ u a'],
  ['one undone and redone', later(later(compact(draw(twelve)), undo), redo), sketch(rows(compact(draw(twelve))))],
])('W3 %s', (_, branch, wanted) => {
  expect(sketch(rows(branch))).toBe(wanted)
})

test('W3 a compaction on another shows both dividers', () => {
  const more = messagesOf(draw(twelve)).reduce(
    (branch, { message }) => append(branch, { type: 'message', message, count: 100 }, `n${branch.length}`),
    compact(draw(twelve)),
  )
  expect(sketch(rows(compact(more))).match(/[=-]/g)).toEqual(['-', '='])
})

test('C15 a rewritten summary takes the place of the one it rewrote, in the same divider', () => {
  const first = compact(draw(twelve))
  const edited = append(first, edit(first, 'Mine.', 1)!, 'edited')
  const dividers = (branch: Branch) =>
    rows(branch).flatMap(row => (row.type === 'divider' ? [[row.entry.id, row.key, row.state]] : []))
  const { id } = first.findLast(({ type }) => type === 'compaction')!
  expect(dividers(edited)).toEqual([['edited', id, 'active']])
  expect(dividers(later(edited, undo))).toEqual([
    [id, id, 'active'],
    ['edited', 'edited', 'undone'],
  ])
})

test('V13 what is cut is told by its card, with what the model reads of it; the divider of the summary stays the one', () => {
  const first = compact(draw(twelve))
  const { id } = first.findLast(({ type }) => type === 'compaction')!
  const { depth, count } = messagesOf(first).findLast(({ message }) => message.role === 'user')!
  const cut = (branch: Branch, limit: number) =>
    append(
      branch,
      withTrims(activeCompaction(branch), [{ type: 'trim', span: { from: depth, to: depth }, limit, count: 7 }]),
      `t${limit}`,
    )
  const trimmed = cut(first, 80)
  const told = (branch: Branch) =>
    rows(branch).flatMap((row): readonly unknown[] => {
      if (row.type === 'divider') return [[row.entry.id, row.key, row.state]]
      return row.trimmed === null ? [] : [row.trimmed]
    })
  expect(told(trimmed)).toEqual([[id, id, 'active'], { before: count, after: 7, undo: 'trim' }])
  expect(told(later(trimmed, undo))).toEqual([[id, id, 'active']])
  expect(told(cut(trimmed, 40))).toEqual(told(trimmed))
  const edited = append(trimmed, edit(trimmed, 'Mine.', 1)!, 'edited')
  expect(told(edited)).toEqual([['edited', id, 'active'], { before: count, after: 7, undo: 'other' }])
})

test('C15 a summary that is edited twice keeps the figures of its receipt', () => {
  const first = compact(draw(twelve))
  const once = append(first, edit(first, 'Mine.', 1)!, 'once')
  const entries = shown(append(once, edit(once, 'Mine again.', 1)!, 'twice'))
  const receipt = { id: 'k1' } as Receipt
  const withReceipt = entries.map(entry =>
    entry.type === 'compaction' && entry.edits === null ? { ...entry, receipt } : entry,
  )
  const divider = buildRows({ entries: withReceipt, more: false }).find(row => row.type === 'divider')
  expect(divider).toMatchObject({ entry: { id: 'twice', receipt } })
})

test('V1 every word is on the page exactly once and in order, whatever happened and wherever the stretch begins', () => {
  fc.assert(
    fc.property(histories(40), fc.nat(), (history, cut) => {
      const branch = branches(history).at(-1)!
      const from = cut % (branch.length + 1)
      const wanted = messagesOf(branch.slice(from)).map(({ id }) => id)
      expect(messages(rows(branch, from)).map(({ id }) => id)).toEqual(wanted)
    }),
    { numRuns: 1000 },
  )
})

test('V3 dimmed is what the view no longer has word for word, also when only the end of the branch was read', () => {
  fc.assert(
    fc.property(histories(40), fc.nat(), (history, cut) => {
      const branch = branches(history).at(-1)!
      const folded = activeFolds(branch).filter(({ type }) => type !== 'trim')
      const read = view(branch).filter(({ kind }) => kind === 'verbatim' || kind === 'trimmed')
      const verbatim = new Set(read.map(({ span }) => span.from))
      for (const row of rows(branch, cut % (branch.length + 1))) {
        for (const { depth } of row.type === 'card' ? row.entries : []) {
          const gone = !verbatim.has(depth) && folded.some(({ span }) => contains(span, depth))
          if (verbatim.has(depth) || gone) expect([depth, row.state]).toEqual([depth, gone ? 'folded' : 'shown'])
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('W5 an answer that was gone on with in mid-sentence is one card and one text', () => {
  const [asked, cut, more] = shown(draw('u a a'))
  const entries = [asked!, { ...cut!, ending: 'stopped' as const }, { ...more!, continues: true as const }]
  const page = buildRows({ entries, more: false })
  expect(sketch(page)).toBe('u* aa')
  const card = page[1]
  if (card?.type !== 'card') throw new Error('no card')
  const [before, after] = card.entries.map(({ message }) => textOf(message))
  expect(messageBlocks(card.entries)).toEqual([{ type: 'text', text: `${before}${after}` }])
  // Without the mark each is an answer of its own.
  expect(sketch(buildRows({ entries: [asked!, entries[1]!, more!], more: false }))).toBe('u* a a')
})

test('W5 what was thought before an answer went on stands before its text', () => {
  const text = (words: string) => ({ type: 'text' as const, text: words })
  const thought = { type: 'reasoning' as const, text: 'Where was I?' }
  expect(continuedBlocks([text('It beg')], [thought, text('ins.')])).toEqual([thought, text('It begins.')])
})
