import { expect, test } from 'vitest'
import { eachInSteps, runToEnd } from './steps.ts'

test('N11 long lists are gone through some items at a time, each once and in order', () => {
  const seen: number[] = []
  const steps = eachInSteps([1, 2, 3, 4, 5], item => seen.push(item), 2)
  expect(steps.next().done).toBe(false)
  expect(seen).toEqual([1, 2])
  runToEnd(steps)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})
