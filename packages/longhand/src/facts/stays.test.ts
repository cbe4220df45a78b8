import { expect, test } from 'vitest'
import { append, type Branch, messagesOf } from '../core/branch.ts'
import { assistant, user } from '../core/message.ts'
import { protection } from '../core/protect.ts'
import { staysOf } from './stays.ts'

const said = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? user(`Ask ${at + 1}`) : assistant(`Say ${at + 1}`)))
const plain = said.reduce<Branch>(
  (branch, message, at) => append(branch, { type: 'message', message, count: 10 * (at + 1) }, `m${at + 1}`),
  [],
)
const depthsOf = (branch: Branch, ...numbers: readonly number[]) =>
  new Set(messagesOf(branch).flatMap(({ number, depth }) => (numbers.includes(number) ? [depth] : [])))

test('C14 what stays is told in stretches, with the reason, its tokens and how it begins', () => {
  const branch = append(plain, protection(plain, 5, 'protect'), 'p')
  expect(staysOf(branch, depthsOf(branch, 1, 3, 5, 9, 10))).toEqual([
    { why: 'opening', numbers: [1], tokens: 10, words: 'Ask 1' },
    { why: 'among', numbers: [3], tokens: 30, words: 'Ask 3' },
    { why: 'protected', numbers: [5], tokens: 50, words: 'Ask 5' },
    { why: 'recent', numbers: [9, 10], tokens: 190, words: 'Ask 9' },
  ])
})

test('C14 what folds in between parts two stretches of the same reason', () => {
  const stays = staysOf(plain, depthsOf(plain, 1, 3, 4, 6, 10))
  expect(stays.map(({ why, numbers }) => [why, ...numbers])).toEqual([
    ['opening', 1],
    ['among', 3, 4],
    ['among', 6],
    ['recent', 10],
  ])
})

test('C14 where nothing folds all that is not the opening is recent', () => {
  expect(staysOf(plain, new Set(plain.map(({ depth }) => depth))).map(({ why }) => why)).toEqual(['opening', 'recent'])
})

test('C14 a long message is told by how it begins, without a word cut in two', () => {
  const long = append(plain, { type: 'message', message: user('many  words\n'.repeat(50)), count: 1 }, 'long')
  const [stay] = staysOf(long, depthsOf(long, 11))
  expect(stay!.words).toBe('many words many words many words many words…')
})
