import { expect, test } from 'vitest'
import { draw, sketch } from '../testing/draw.ts'
import { compacted } from '../testing/history.ts'
import { append, type Branch, messagesOf } from './branch.ts'
import { LonghandError } from './errors.ts'
import { layoutOf, shields } from './layout.ts'
import { classic } from './policy.ts'
import { largestProtected, protection } from './protect.ts'
import { view } from './view.ts'

const policy = { ...classic, keep: { by: 'messages', amount: 2 } } as const
const protect = (branch: Branch, number: number, what: 'protect' | 'release') =>
  append(branch, protection(branch, number, what), `w${branch.length}`)

test('P1 the opening is always protected and cannot be released', () => {
  expect([...shields(draw('s u a'))]).toEqual([
    [1, 'opening'],
    [2, 'opening'],
  ])
  expect(() => protection(draw('u a'), 1, 'release')).toThrow('¶ 1 opens the conversation and is always protected.')
})

test('P2 protecting one message of an exchange shields all of it', () => {
  expect([...shields(protect(draw('u c2 r r a'), 3, 'protect')).keys()]).toEqual([1, 2, 3, 4])
})

test('P2 a call protected before its result arrives is shielded together with it', () => {
  const asked = protect(draw('u a u c'), 4, 'protect')
  const [answer] = messagesOf(draw('u a u c r')).slice(-1)
  const answered = append(asked, answer!, 'r')
  expect([...shields(answered).values()]).toEqual(['opening', 'protected', 'protected'])
})

test('P3 a message protected after it was folded is read again at once', () => {
  const once = compacted(draw('u a u a u a'), policy, 'force')
  expect(sketch(view(once))).toBe('u Σ u a')
  expect(sketch(view(protect(once, 2, 'protect')))).toBe('u Σ a u a')
})

test('P2 a released message stays readable until the next compaction folds it', () => {
  const released = protect(compacted(draw('u a u A u a'), policy, 'force'), 4, 'release')
  expect(sketch(view(released))).toBe('u Σ a u a')
  expect(sketch(view(compacted(released, policy, 'force')))).toBe('u Σ u a')
})

test('P4 what protection costs is listed, largest first', () => {
  const branch = draw('u a U c R a U a')
  const weighed = branch.map(entry => (entry.type === 'message' ? { ...entry, count: entry.number * 100 } : entry))
  // A call goes with its result: releasing one releases both.
  expect(largestProtected(layoutOf(weighed))).toEqual([
    { from: 4, to: 5, count: 900 },
    { from: 7, to: 7, count: 700 },
    { from: 3, to: 3, count: 300 },
  ])
})

test('F6 protecting a message that does not exist says which exist', () => {
  expect(() => protection(draw('u a'), 9, 'protect')).toThrow(LonghandError)
  expect(() => protection(draw('u a'), 9, 'protect')).toThrow('There is no message ¶ 9 here. The newest is ¶ 2.')
})
