import fc from 'fast-check'
import { expect, test } from 'vitest'
import { branches, histories } from '../testing/history.ts'
import type { Branch } from './branch.ts'
import type { MessageEntry } from './entry.ts'
import { type LaidOut, layOut, shorten } from './layout.ts'
import { type ReadView, readView } from './view.ts'

const read = (branch: Branch) => readView(layOut(branch, null), null).view

test.each([
  ['whole', (branch: Branch) => branch],
  ['shortened', shorten],
])('L17 a branch that goes on is laid out and read as if all of it were new: %s', (_, form) => {
  fc.assert(
    fc.property(histories(), fc.integer({ min: 1, max: 5 }), (history, stride) => {
      let laid: LaidOut | null = null
      let known: ReadView | null = null
      for (const branch of branches(history).filter((_, at) => at % stride === 0)) {
        const now = form(branch)
        const next: LaidOut = layOut(now, laid)
        known = next === laid ? known : readView(next, known)
        laid = next
        expect(laid.layout).toEqual(layOut(now, null).layout)
        expect(known!.view).toEqual(read(now))
      }
    }),
    { numRuns: 500 },
  )
})

test('L17 of a branch that has grown, only the last exchange and what came after it is looked at', () => {
  const reads = new Set<number>()
  const all = Array.from({ length: 60 }, (_, at) => entry(at + 1, () => reads.add(at + 1)))
  const before = layOut(all.slice(0, 57), null)
  const known = readView(before, null)
  reads.clear()
  readView(layOut(all, before), known)
  expect([...reads].toSorted((a, b) => a - b)).toEqual([57, 58, 59, 60])
})

/** A call and its result, then an answer, over and over; told whenever someone looks at its parts. */
const entry = (depth: number, onRead: () => void): MessageEntry => ({
  ...{ type: 'message', id: `e${depth}`, depth, number: depth, count: 10 },
  message: {
    role: depth % 3 === 2 ? 'tool' : 'assistant',
    get parts() {
      onRead()
      const call = { callId: `c${Math.floor(depth / 3)}`, name: 'read' }
      if (depth % 3 === 1) return [{ type: 'tool-call', input: {}, ...call }] as const
      if (depth % 3 === 2) return [{ type: 'tool-result', outcome: 'ok', output: 'yes', ...call }] as const
      return [{ type: 'text', text: 'Done.' }] as const
    },
  },
})
