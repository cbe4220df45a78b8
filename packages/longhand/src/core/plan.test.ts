import { describe, expect, test } from 'vitest'
import { draw, sketch } from '../testing/draw.ts'
import { compacted } from '../testing/history.ts'
import { append, type Branch } from './branch.ts'
import type { MessageEntry } from './entry.ts'
import type { TextFold } from './fold.ts'
import { compaction, plan } from './plan.ts'
import type { Choice, PlanRequest } from './plan-request.ts'
import { classic, type Policy } from './policy.ts'
import type { Threshold } from './threshold.ts'
import { withTrims } from './trims.ts'
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

test('V13 what a person had trimmed stays so while it is shown, also inside a later summary’s span', () => {
  const asked = draw('u a u a u c r c r c r c r c r c r c r')
  const cut = { type: 'trim', span: { from: 5, to: 5 }, limit: 300, count: 10 } as const
  const trimmed = append(asked, withTrims(null, [cut]), 'cut')
  const made = decide(trimmed, 950, 'limit')
  // The newest message of a person stays, wherever it is.
  expect(made).toMatchObject({ type: 'fold', planned: [{ kept: expect.arrayContaining([5]) }], carried: [cut] })
})

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
    ['limit', 90_000, {}, twelve, 'little-to-gain'], // C7 less than 1%
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
test('V7 what the person said last stays beside a reminder that a program sent after it', () => {
  const said = (branch: Branch, role: 'user' | 'assistant', text: string) =>
    append(branch, { type: 'message', message: { role, parts: [{ type: 'text', text }] }, count: 100 }, text)
  const words = ['Read src/a.ts.', 'Done.', 'Now rename it.', 'I begin.', '<system-reminder>2 tasks</system-reminder>']
  const asked = words.reduce(
    (branch, text, at) => said(branch, at % 2 === 0 ? 'user' : 'assistant', text),
    [] as Branch,
  )
  const worked = ['Step 1.', 'Step 2.', 'Step 3.'].reduce((branch, text) => said(branch, 'assistant', text), asked)
  const shown = view(compacted(worked, { ...classic, keep: { by: 'messages', amount: 1 } }, 'limit'))
  expect(shown.flatMap(({ kind, span }) => (kind === 'summary' ? [] : [span.from]))).toEqual([1, 3, 5, 8])
})

test('C4 where more digests are due at once than anyone waits for, one summary takes their place', () => {
  const decided = (answers: number) => {
    const branch = draw('u a '.repeat(answers).trim())
    const made = decide(branch, 200 * answers, 'limit', { strategy: 'digest', keep: { by: 'messages', amount: 2 } })
    return made.type === 'fold' ? `${made.planned.length} ${made.strategy}` : made.reason
  }
  expect(decided(20)).toBe('19 digest')
  expect(decided(65)).toBe('64 digest')
  expect(decided(66)).toBe('1 summary')
  expect(decided(300)).toBe('1 summary')
})

describe('C4 which runs become digests', () => {
  // Twenty turns of 1,000 tokens each: 100 of the person, 900 of the model and its tools.
  const turns = Array.from({ length: 20 }).reduce<Branch>((branch, _, turn) => {
    const [asked, said] = draw('u a') as MessageEntry[]
    const first = append(branch, { type: 'message', message: asked!.message, count: 100 }, `u${turn}`)
    return append(first, { type: 'message', message: said!.message, count: 900 }, `a${turn}`)
  }, [])
  const room = { window: 200_000, reserve: 1_000 }
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 20_000, attachments: 0 }
  const decided = (threshold: Partial<Threshold>, more: Partial<Policy> = {}) => {
    const policy = {
      ...classic,
      strategy: 'digest',
      threshold: { ...classic.threshold, ...threshold },
      ...more,
    } as const
    const now = windowStatus({ used: 20_000, source: 'estimated', breakdown }, room)
    const made = plan(turns, policy, { by: 'threshold', status: now })
    return made.type === 'fold' ? `${made.planned.length} ${made.strategy}` : made.reason
  }

  test.each([
    ['tokens', { tokens: 15_000 }, '17 digest'], // to 9,375: each leaves three tenths of its 900
    ['tokens that only just fired', { tokens: 20_000 }, '12 digest'],
    ['messages', { messages: 40 }, '15 digest'], // to 25 messages
    ['turns, which no digest makes fewer', { turns: 20 }, '17 digest'],
    ['none', { tokens: 21_000 }, 'fits'],
  ] as const)('the threshold that fired is the one to get under: %s', (_, threshold, planned) => {
    expect(decided(threshold)).toBe(planned)
  })

  test('C7 strictly one run is digested at a time, though it saves less than a tenth', () => {
    expect(decided({ tokens: 15_000 }, { incremental: 'strict' })).toBe('1 digest')
  })

  test('where people said nearly everything, digests alone do not help, and one summary does', () => {
    const said = turns.map(entry =>
      entry.type === 'message' && entry.message.role === 'assistant'
        ? { ...entry, count: 50 }
        : { ...entry, count: 950 },
    ) as Branch
    const policy = { ...classic, strategy: 'digest', threshold: { ...classic.threshold, tokens: 15_000 } } as const
    const now = windowStatus({ used: 20_000, source: 'estimated', breakdown }, room)
    expect(plan(said, policy, { by: 'threshold', status: now })).toMatchObject({ type: 'fold', strategy: 'summary' })
  })
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
    const longer = append(
      once,
      { type: 'message', message: { role: 'user', parts: [{ type: 'text', text: 'more' }] }, count: 10 },
      'x',
    )
    expect(chosen(longer, { type: 'up-to', number: 7 })).toBe('u Σ a a u')
  })
})
