import { expect, test } from 'vitest'
import { draw, sketch } from '../testing/draw.ts'
import { compacted } from '../testing/history.ts'
import { append, type Branch, messagesOf } from './branch.ts'
import { LonghandError } from './errors.ts'
import { layoutOf, shields } from './layout.ts'
import { user } from './message.ts'
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

const noted = (letters: string, ...numbers: readonly number[]): Branch =>
  draw(letters).map(entry =>
    entry.type === 'message' && numbers.includes(entry.number)
      ? { ...entry, message: user('<environment_context>\n<cwd>/shop</cwd>\n</environment_context>') }
      : entry,
  )

test.each([
  // branch       notes of programs  opening
  ['s u u a u', [2], [1, 2, 3]], // the task comes after the environment
  ['u u u a u', [1, 2], [1, 2, 3]],
  ['u u a u a', [1, 2], [1, 2]], // the model answered what a command expanded to: that was the task
  ['u u a', [2], [1]],
])('P1 the opening of %s with notes at %j runs up to the person’s first words', (letters, notes, opening) => {
  expect([...shields(noted(letters, ...notes)).keys()]).toEqual(opening)
})

test('P1 a note of a program is never protected instead of the task, and what is folded after it is no opening', () => {
  const once = compacted(noted('s u u a u a u a', 2), policy, 'force')
  expect(sketch(view(once))).toBe('s u u Σ u a')
  const shortened = noted('u u a u', 1).filter(entry => entry.depth !== 2 && entry.depth !== 3)
  expect([...shields(shortened).keys()]).toEqual([1])
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
