import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildRows } from '../../client/screen/rows.ts'
import type { Branch } from '../../core/branch.ts'
import { messagesOf } from '../../core/branch.ts'
import { classic } from '../../core/policy.ts'
import { view } from '../../core/view.ts'
import { draw } from '../../testing/draw.ts'
import { branches, compacted, histories } from '../../testing/history.ts'
import { buildColumns } from './view-columns.ts'

const columns = (branch: Branch) => {
  const entries = branch.map(entry => ({ ...entry, at: '2026-11-15T12:00:00Z' }))
  return buildColumns(buildRows({ entries, more: false }), view(branch))
}

test('W4 both sides are the same while nothing is folded', () => {
  const { left, right, bands } = columns(draw('u a u a'))
  expect(right.map(side => side.type === 'line' && side.line)).toEqual(left)
  expect(bands.map(({ kind }) => kind)).toEqual(['protected', 'recent'])
})

test('W4 what is folded leads to the summary, what is protected past it, what is recent straight on', () => {
  const policy = { ...classic, keep: { by: 'messages', amount: 2 } } as const
  const { left, right, bands } = columns(compacted(draw('u a u a U a u a u a u a'), policy, 'force'))
  expect(left.map(({ kind }) => kind[0]).join('')).toBe('pfffpfffffrr')
  expect(right.map(side => (side.type === 'text' ? 'Σ' : side.line.kind[0])).join('')).toBe('pΣprr')
  expect(bands.map(({ kind }) => kind)).toEqual(['protected', 'folded', 'protected', 'folded', 'recent'])
})

test('W4 the compaction in force is named on the left below the last message that it folds', () => {
  const policy = { ...classic, keep: { by: 'messages', amount: 2 } } as const
  const { left } = columns(compacted(draw('u a u a U a u a u a u a'), policy, 'force'))
  expect(left.map(({ divider }) => (divider ? '|' : '.')).join('')).toBe('.........|..')
  expect(columns(draw('u a u a')).left.filter(({ divider }) => divider)).toEqual([])
})

test('W4 every message is on the left exactly once, and no two things stand in one place', () => {
  fc.assert(
    fc.property(histories(40), history => {
      const branch = branches(history).at(-1)!
      const { left, right } = columns(branch)
      const shown = left.flatMap(({ messages }) => messages.map(({ id }) => id))
      expect(shown).toEqual(messagesOf(branch).map(({ id }) => id))
      for (const side of [left.map(line => ({ ...line, height: 31 })), right]) {
        side.slice(1).forEach((one, at) => {
          expect(one.top).toBeGreaterThanOrEqual(side[at]!.top + side[at]!.height)
        })
      }
    }),
    { numRuns: 1000 },
  )
})
