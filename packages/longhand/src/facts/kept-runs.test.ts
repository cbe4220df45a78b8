import { expect, test } from 'vitest'
import { append, type Branch, messagesOf } from '../core/branch.ts'
import { assistant, user } from '../core/message.ts'
import { protection } from '../core/protect.ts'
import { keptRuns } from './kept-runs.ts'

const said = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? user(`Ask ${at + 1}`) : assistant(`Say ${at + 1}`)))
const plain = said.reduce<Branch>(
  (branch, message, at) => append(branch, { type: 'message', message, count: 10 * (at + 1) }, `m${at + 1}`),
  [],
)
const depthsOf = (branch: Branch, ...numbers: readonly number[]) =>
  new Set(messagesOf(branch).flatMap(({ number, depth }) => (numbers.includes(number) ? [depth] : [])))

test('C14 what stays is told in stretches, with the reason, its tokens and how it begins', () => {
  const branch = append(plain, protection(plain, 5, 'protect'), 'p')
  expect(keptRuns(branch, depthsOf(branch, 1, 3, 5, 9, 10))).toEqual([
    { reason: 'opening', numbers: [1], tokens: 10, excerpt: 'Ask 1' },
    { reason: 'among', numbers: [3], tokens: 30, excerpt: 'Ask 3' },
    { reason: 'protected', numbers: [5], tokens: 50, excerpt: 'Ask 5' },
    { reason: 'recent', numbers: [9, 10], tokens: 190, excerpt: 'Ask 9' },
  ])
})

test('C14 what folds in between parts two stretches of the same reason', () => {
  const stays = keptRuns(plain, depthsOf(plain, 1, 3, 4, 6, 10))
  expect(stays.map(({ reason, numbers }) => [reason, ...numbers])).toEqual([
    ['opening', 1],
    ['among', 3, 4],
    ['among', 6],
    ['recent', 10],
  ])
})

test('C14 where nothing folds all that is not the opening is recent', () => {
  expect(keptRuns(plain, new Set(plain.map(({ depth }) => depth))).map(({ reason }) => reason)).toEqual([
    'opening',
    'recent',
  ])
})

test('C14 a long message is told by how it begins, without a word cut in two', () => {
  const long = append(plain, { type: 'message', message: user('many  words\n'.repeat(50)), count: 1 }, 'long')
  const [stay] = keptRuns(long, depthsOf(long, 11))
  expect(stay!.excerpt).toBe('many words many words many words many words…')
})
