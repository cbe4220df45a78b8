import { expect, test } from 'vitest'
import type { MessageEntry } from '../../core/entry.ts'
import { textOf } from '../../core/message.ts'
import { foldJob, foldTools } from '../../testing/fold-job.ts'
import { type RunTask, taskRunner } from '../long-work/run-task.ts'
import type { FoldTools } from './fold-job.ts'
import { selectSpan } from './select-span.ts'
import type { SelectedSlice } from './selected-slice.ts'
import { writeFold } from './write-fold.ts'

/** So many messages; a rule stands far from both ends. */
const spanOf = (length: number): readonly MessageEntry[] =>
  Array.from({ length }, (_, at): MessageEntry => {
    const number = at + 2
    const text = number === 3_500 ? rule : `Item ${number} was put on shelf ${number % 97}, and that is all.`
    const role = number % 2 === 0 ? 'user' : 'assistant'
    return {
      ...{ type: 'message', id: `m${number}`, depth: number, number, count: 15 },
      message: { role, parts: [{ type: 'text', text }] },
    }
  })

const rule = 'Never send an invoice before the customer has confirmed the address.'

/** Tools that note which slices were read. */
function noted(more: Partial<FoldTools> = {}) {
  const read: [number, number][] = []
  const tools = foldTools(null)
  const runTask: RunTask = (name, input) => {
    if (name === 'selectMessages') {
      const { messages } = input as { readonly messages: readonly MessageEntry[] }
      read.push([messages[0]!.number, messages.at(-1)!.number])
    }
    return taskRunner({ meter: tools.meter })(name, input)
  }
  return { read, tools: { ...tools, runTask, ...more } }
}

const budgets = { budget: 2_000, typedBudget: 0 }

test('C6 a span that can be weighed at once is taken as it is', async () => {
  const span = spanOf(4_000)
  const { read, tools } = noted()
  expect(await selectSpan(foldJob(span), budgets, tools)).toEqual({ messages: span, facts: null })
  expect(read).toEqual([])
})

test('C6 a longer one is read in slices, and its text is made of what they give up', async () => {
  const { read, tools } = noted()
  const job = foldJob(spanOf(5_000), {
    ...{ onFailure: 'truncate', minRetention: 0 },
    budget: { prose: 0, ledger: 1_000, minLedger: 0, maxLedger: 2_000 },
  })
  const { messages, facts } = await selectSpan(job, budgets, tools)
  expect(read).toEqual([
    [2, 2_001],
    [2_002, 4_001],
    [4_002, 5_001],
  ])
  expect(messages.length).toBeLessThan(1_500)
  expect(messages.some(({ message }) => textOf(message) === rule)).toBe(true)
  const written = await writeFold(job, tools)
  if (written.type !== 'written') throw new Error(written.reason)
  expect(written.fold.text).toContain(rule)
  // What no slice gave up counts as left out.
  const counted = Object.values(written.retention.kinds).reduce((sum, { total }) => sum + total, 0)
  expect(counted).toBe(Object.values(facts!).reduce((sum, count) => sum + count, 0))
})

test('C6 a fact that comes back in every slice is counted once', async () => {
  const span = spanOf(5_000).map((entry): MessageEntry => {
    if (entry.number % 10 !== 0) return entry
    const text = `I read src/loader-${entry.number % 500}.ts again.`
    return { ...entry, message: { role: 'assistant', parts: [{ type: 'text', text }] } }
  })
  const { facts } = await selectSpan(foldJob(span), budgets, noted().tools)
  expect(facts?.file).toBe(50)
})

test('C6 what a process that died has chosen is not chosen again, and the result is the same', async () => {
  const job = foldJob(spanOf(5_000))
  const kept: (readonly SelectedSlice[])[] = []
  const keep = async (slices: readonly SelectedSlice[]) => void kept.push([...slices])
  const whole = await selectSpan(job, budgets, noted({ slices: { known: [], keep } }).tools)
  expect(kept.map(({ length }) => length)).toEqual([1, 2, 3])
  const { read, tools } = noted({ slices: { known: JSON.parse(JSON.stringify(kept[1])), keep } })
  expect(await selectSpan(job, budgets, tools)).toEqual(whole)
  expect(read).toEqual([[4_002, 5_001]])
})

test('C6 the call of a chosen answer is chosen too', async () => {
  const span = spanOf(4_400).map((entry): MessageEntry => {
    if (entry.number === 2_100)
      return {
        ...entry,
        message: {
          role: 'assistant',
          parts: [{ type: 'tool-call', callId: 'c', name: 'read_file', input: { path: 'src/odd-name.ts' } }],
        },
      }
    if (entry.number !== 2_101) return entry
    const output = 'Error: ENOENT: src/odd-name.ts has no export named openLedger'
    return {
      ...entry,
      message: {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'c',
            name: 'read_file',
            outcome: 'error',
            output,
          },
        ],
      },
    }
  })
  const { messages } = await selectSpan(foldJob(span), budgets, noted().tools)
  const numbers = messages.map(({ number }) => number)
  expect(numbers).toContain(2_101)
  expect(numbers).toContain(2_100)
})
