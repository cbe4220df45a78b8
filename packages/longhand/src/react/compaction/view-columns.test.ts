import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildRows } from '../../client/screen/rows.ts'
import type { Branch } from '../../core/branch.ts'
import { append, messagesOf } from '../../core/branch.ts'
import { classic } from '../../core/policy.ts'
import { withTrims } from '../../core/trims.ts'
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

test('V13, W4 on the side of the model a trimmed message is what the model reads of it', () => {
  const branch = draw('u a u a')
  const trim = { type: 'trim', span: { from: 3, to: 3 }, limit: 10, count: 7 } as const
  const { left, right } = columns(append(branch, withTrims(null, [trim]), 'trim'))
  expect(left.map(({ messages }) => messages[0]!.count)).toEqual(messagesOf(branch).map(({ count }) => count))
  expect(right.map(side => side.type === 'line' && side.read.map(({ kind, count }) => `${kind} ${count}`))[2]).toEqual([
    'trimmed 7',
  ])
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
