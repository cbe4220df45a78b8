import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { branches, compacted, histories } from '../testing/history.ts'
import { activeCompaction, append, type Branch, messagesOf } from './branch.ts'
import { checkBranch } from './check-branch.ts'
import { exchanges } from './exchange.ts'
import { shields, shorten } from './layout.ts'
import { callsOf, type Message, resultsOf } from './message.ts'
import { isFromPerson } from './person-text.ts'
import { classic } from './policy.ts'
import { redo, undo } from './undo.ts'
import { modelMessages, type View, view } from './view.ts'

const runs = { numRuns: 1000 }
const bytes = (read: View) => JSON.stringify(modelMessages(read))
const total = (read: View) => read.reduce((sum, { count }) => sum + count, 0)

/** Holds a promise for every branch that a history passes through. */
const forEvery = (promise: (branch: Branch, before: Branch) => void) =>
  fc.assert(
    fc.property(histories(), history => {
      const all = branches(history)
      for (const [at, branch] of all.entries()) promise(branch, all[at - 1] ?? [])
    }),
    runs,
  )

describe('for any history', () => {
  test.each([
    ['user message', ({ role }: Message) => role === 'user'],
    ['message of a person', isFromPerson],
  ] as const)('V7 the newest %s is read word for word', (_, isOne) => {
    forEvery(branch => {
      const newest = messagesOf(branch).findLast(({ message }) => isOne(message))
      if (newest === undefined) return
      expect(view(branch).some(({ kind, message }) => kind === 'verbatim' && message === newest.message)).toBe(true)
    })
  })

  test('V6 every call has exactly one result and every result its call', () => {
    forEvery(branch => {
      let waiting = new Set<string>()
      for (const message of modelMessages(view(branch))) {
        if (message.role !== 'tool') {
          expect(waiting).toEqual(new Set())
          waiting = new Set(callsOf(message).map(({ callId }) => callId))
        }
        for (const { callId } of resultsOf(message)) expect(waiting.delete(callId)).toBe(true)
      }
      expect(waiting).toEqual(new Set())
    })
  })

  test('C7 a compaction never makes the view larger', () => {
    forEvery((branch, before) => {
      const last = branch.at(-1)
      if (last?.type !== 'compaction' || last.edits !== null || branch.length === before.length) return
      expect(total(view(branch))).toBeLessThanOrEqual(total(view(before)))
    })
  })

  test('V8 between compactions the old view is a prefix of the new one', () => {
    forEvery((branch, before) => {
      const last = branch.at(-1)
      if (last?.type !== 'message') return
      const old = modelMessages(view(before))
      expect(modelMessages(view(branch)).slice(0, old.length)).toEqual(old)
    })
  })

  test('V2 same branch, same bytes, also from storage', () => {
    forEvery(branch => {
      const stored: Branch = JSON.parse(JSON.stringify(branch))
      expect(bytes(view(stored))).toBe(bytes(view(branch)))
    })
  })

  test('C15 undo gives back the view before, byte for byte; redo the one after', () => {
    forEvery((branch, before) => {
      const last = branch.at(-1)
      if (last?.type !== 'compaction' || branch === before) return
      const undone = append(branch, undo(branch)!, 'undo')
      expect(bytes(view(undone))).toBe(bytes(view(before)))
      expect(bytes(view(append(undone, redo(undone)!, 'redo')))).toBe(bytes(view(branch)))
    })
  })

  test('V9 earlier points of the tree stay as they were', () => {
    fc.assert(
      fc.property(histories(40), history => {
        const seen: string[] = []
        const all = branches(history)
        for (const branch of all) seen.push(bytes(view(branch)))
        expect(all.map(branch => bytes(view(branch)))).toEqual(seen)
        for (const [at, branch] of all.entries()) expect(all.at(-1)!.slice(0, branch.length)).toEqual(all[at])
      }),
      runs,
    )
  })

  test('P3 protected messages and the opening are read word for word and in order', () => {
    forEvery(branch => {
      const shielded = shields(branch)
      // A result without a call is sent to nobody, nor is a call that may still be answered.
      const wanted = exchanges(messagesOf(branch))
        .filter(({ state }) => state !== 'orphan' && state !== 'open')
        .flatMap(({ messages }) => messages.filter(({ depth }) => shielded.has(depth)))
      const read = view(branch).filter(
        ({ kind, span }) => kind === 'verbatim' && wanted.some(at => at.depth === span.from),
      )
      expect(read.map(({ message }) => message)).toEqual(wanted.map(({ message }) => message))
    })
  })

  test('D5 a shortened branch reads the same, and goes on reading the same', () => {
    fc.assert(
      fc.property(histories(), history => {
        const whole = branches(history).at(-1)!
        const short = shorten(whole)
        expect(bytes(view(short))).toBe(bytes(view(whole)))
        const policy = { ...classic, keep: { by: 'messages', amount: 3 } } as const
        const again = compacted(whole, policy, 'force')
        if (again !== whole) expect(foldSpan(compacted(short, policy, 'force'))).toEqual(foldSpan(again))
      }),
      runs,
    )
  })

  test('every branch that can come about is well formed', () => {
    forEvery(branch => void checkBranch(branch))
  })
})

test('P3 protected messages are byte-identical and in order through 50 compactions', () => {
  fc.assert(
    fc.property(histories(30), fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (history, picks) => {
      let branch = branches([
        { type: 'say', message: { role: 'user', parts: [{ type: 'text', text: 'opening' }] } },
        ...history,
        ...picks.map(pick => ({ type: 'protect' as const, pick })),
      ]).at(-1)!
      const shielded = shields(branch)
      const wanted = messagesOf(branch).filter(({ depth, message }) => shielded.has(depth) && message.role === 'user')
      for (let round = 0; round < 50; round++) {
        for (const role of ['user', 'assistant', 'user', 'assistant'] as const) {
          const message = { role, parts: [{ type: 'text', text: `${role} ${round}` }] } as const
          branch = append(branch, { type: 'message', message, count: 10 }, `m${branch.length}`)
        }
        const strategy = round % 3 === 0 ? 'digest' : 'summary'
        branch = shorten(compacted(branch, { ...classic, strategy, keep: { by: 'messages', amount: 2 } }, 'force'))
      }
      expect(activeCompaction(branch)).not.toBeNull()
      const read = modelMessages(view(branch)).map(message => JSON.stringify(message))
      const places = wanted.map(({ message }) => read.indexOf(JSON.stringify(message)))
      expect(places.every(place => place >= 0)).toBe(true)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
    { numRuns: 100 },
  )
})

const foldSpan = (branch: Branch) => {
  const last = branch.at(-1)!
  return last.type === 'compaction' ? last.folds.filter(({ type }) => type !== 'trim').map(({ span }) => span) : null
}
