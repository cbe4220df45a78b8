import { expect, test } from 'vitest'
import { eachInSteps, rangesInSteps, runToEnd } from './steps.ts'

test('N11 long lists are gone through some items at a time, each once and in order', () => {
  const seen: number[] = []
  const steps = eachInSteps([1, 2, 3, 4, 5], item => seen.push(item), 2)
  expect(steps.next().done).toBe(false)
  expect(seen).toEqual([1, 2])
  runToEnd(steps)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

test('N11 numbers are gone through in ranges, each once and in order', () => {
  const seen: (readonly [number, number])[] = []
  const steps = rangesInSteps(5, (from, to) => seen.push([from, to]), 2)
  expect(steps.next().done).toBe(false)
  expect(seen).toEqual([[0, 2]])
  runToEnd(steps)
  expect(seen).toEqual([
    [0, 2],
    [2, 4],
    [4, 5],
  ])
  runToEnd(rangesInSteps(0, () => seen.push([0, 0]), 2))
  expect(seen).toHaveLength(3)
})
