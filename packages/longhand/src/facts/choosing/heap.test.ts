import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heap } from './heap.ts'

test('what is pushed comes back in order of its keys, whenever it is asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(), fc.constant(null)), { maxLength: 60 }), steps => {
      const queue = heap()
      const model: number[] = []
      for (const step of steps) {
        if (step === null) {
          model.sort((a, b) => a - b)
          expect(queue.peek()).toBe(model.at(-1) ?? Number.NEGATIVE_INFINITY)
          expect(queue.pop()).toBe(model.pop() ?? -1)
        } else {
          queue.push(step, step)
          model.push(step)
        }
      }
    }),
    { numRuns: 1000 },
  )
})
