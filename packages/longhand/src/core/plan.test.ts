import { describe, expect, test } from 'vitest'
import { draw, sketch } from '../testing/draw.ts'
import { compacted } from '../testing/history.ts'
import { append, type Branch } from './branch.ts'
import type { TextFold } from './fold.ts'
import { compaction, type PlanRequest, plan } from './plan.ts'
import type { Choice } from './planned-folds.ts'
import { classic, type Policy } from './policy.ts'
import { view } from './view.ts'
import { windowStatus } from './window.ts'

const twelve = draw('u a u a u a u a u a u a')

const status = (used: number) =>
  windowStatus(
    {
      used,
      source: 'estimated',
      breakdown: { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 },
    },
    { window: 1000, reserve: 100 },
  )

const decide = (branch: Branch, used: number, by: PlanRequest['by'], more: Partial<Policy> = {}) =>
  plan(branch, { ...classic, ...more }, { by, status: status(used) })

describe('C1, C3, C7, C17 when to rest', () => {
  test.each([
    // who          used   policy                          branch           decision
    ['threshold', 799, {}, twelve, 'fits'],
    ['threshold', 800, {}, twelve, 'fold'], // C1 at or above
    ['person', 799, {}, twelve, 'fits'], // M below the threshold it says so
    ['force', 100, {}, twelve, 'fold'],
    ['threshold', 800, {}, draw('u a u a u a u a u'), 'too-short'], // C3
    ['person', 800, {}, draw('u a u a u a u a u'), 'too-short'],
    ['threshold', 901, {}, draw('u a u a u a u a u'), 'fold'], // unless it would not fit
    ['limit', 950, {}, draw('u a u a u a u a u'), 'fold'],
    ['threshold', 950, { automatic: 'off' }, twelve, 'off'], // C17
    ['limit', 950, { automatic: 'off' }, twelve, 'off'],
    ['person', 800, { automatic: 'off' }, twelve, 'fold'],
    ['threshold', 800, { keep: { by: 'messages', amount: 99 } }, twelve, 'nothing-to-fold'],
    ['force', 9000, {}, twelve, 'little-to-gain'], // C7 less than 10%
    ['limit', 9000, {}, twelve, 'fold'],
    ['force', 100, {}, [], 'nothing-to-fold'],
  ] as const)('C1 asked by %s at %i tokens with %o', (by, used, policy, branch, decision) => {
    const made = decide(branch, used, by, policy)
    expect(made.type === 'rest' ? made.reason : made.type).toBe(decision)
  })

  test('C7 no second automatic compaction before a new reply', () => {
    const once = compacted(twelve, classic, 'force')
    const asked = append(once, { type: 'message', message: { role: 'user', parts: [] }, count: 100 }, 'u')
    const answered = append(asked, { type: 'message', message: { role: 'assistant', parts: [] }, count: 100 }, 'a')
    expect(decide(asked, 850, 'threshold')).toEqual({ type: 'rest', reason: 'no-new-reply' })
    expect(decide(answered, 850, 'threshold').type).toBe('fold')
  })
})

// Each is a call to a model: a history of 300 short answers once took 518 of them, all at the same time.
test('C4 where more digests are due at once than anyone waits for, one summary takes their place', () => {
  const decided = (answers: number) => {
    const branch = draw('u a '.repeat(answers).trim())
    const made = decide(branch, 1_000_000, 'limit', { strategy: 'digest', keep: { by: 'messages', amount: 2 } })
    return made.type === 'fold' ? `${made.planned.length} ${made.strategy}` : made.reason
  }
  expect(decided(20)).toBe('19 digest')
  expect(decided(65)).toBe('64 digest')
  expect(decided(66)).toBe('1 summary')
  expect(decided(300)).toBe('1 summary')
})

describe('C2 what is kept', () => {
  test.each([
    ['u a u a u a u a u a u a', { by: 'messages', amount: 6 }, 'u Σ u a u a u a'],
    ['u a u a u c r a', { by: 'messages', amount: 2 }, 'u Σ u c r a'], // r is not torn from c; u is the newest
    ['u a u a u a u a', { by: 'turns', amount: 2 }, 'u Σ u a u a'],
    ['u a u a u c r c r a', { by: 'turns', amount: 1 }, 'u Σ u c r c r a'],
    ['u a u a u a u a', { by: 'tokens', amount: 350 }, 'u Σ a u a'], // three of a hundred fit
    ['u a u a u a u a', { by: 'tokens', amount: 10 }, 'u Σ u a'], // the newest stays whatever it takes
  ] as const)('%s keeping %o shows %s', (letters, keep, shown) => {
    expect(sketch(view(compacted(draw(letters), { ...classic, keep }, 'force')))).toBe(shown)
  })
})

describe('C16 a person chooses', () => {
  const chosen = (branch: Branch, choice: Choice): string => {
    const made = plan(branch, classic, { by: 'force', status: status(500), choice })
    if (made.type === 'rest') return made.reason
    const written = made.planned.map((fold): TextFold => ({ ...fold, text: 'x', tag: 'summary', count: 1 }))
    return sketch(view(append(branch, compaction(branch, made, written), 'k')))
  }
  const eight = draw('u a u a u a u a')
  test.each([
    [{ type: 'up-to', number: 4 }, 'u Σ u a u a'],
    [{ type: 'up-to', number: 99 }, 'u Σ u a'],
    [{ type: 'up-to', number: 1 }, 'nothing-to-fold'],
    [{ type: 'fold', numbers: [3, 4] }, 'u Σ a u a u a'],
    [{ type: 'fold', numbers: [1] }, 'nothing-to-fold'],
  ] as const)('%o', (choice, shown) => {
    expect(chosen(eight, choice)).toBe(shown)
  })
  test('messages kept by choice stay word for word', () => {
    expect(chosen(draw('u a u a u a u a u a u a'), { type: 'keep', numbers: [3] })).toBe('u Σ u u a u a u a')
  })
  test('folding up to here never drops what an earlier compaction kept', () => {
    const once = compacted(draw('u a u A u a u a'), { ...classic, keep: { by: 'messages', amount: 2 } }, 'force')
    expect(sketch(view(once))).toBe('u Σ a u a')
    const longer = append(once, { type: 'message', message: { role: 'user', parts: [] }, count: 10 }, 'x')
    expect(chosen(longer, { type: 'up-to', number: 7 })).toBe('u Σ a a u')
  })
})
