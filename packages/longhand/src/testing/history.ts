import fc from 'fast-check'
import { activeCompaction, append, type Branch, messagesOf } from '../core/branch.ts'
import type { TextFold } from '../core/fold.ts'
import { shields } from '../core/layout.ts'
import type { Message } from '../core/message.ts'
import { compaction, plan } from '../core/plan.ts'
import type { PlanRequest } from '../core/plan-request.ts'
import { classic, type Keep, type Policy } from '../core/policy.ts'
import { protection } from '../core/protect.ts'
import { trimsOf, withTrims } from '../core/trims.ts'
import { edit, redo, undo } from '../core/undo.ts'
import { view } from '../core/view.ts'
import { windowStatus } from '../core/window.ts'

/** One thing that can happen to a conversation. */
export type Happening =
  | { readonly type: 'say'; readonly message: Message }
  | { readonly type: 'call'; readonly calls: number; readonly answered: number }
  | {
      readonly type: 'compact'
      readonly strategy: Policy['strategy']
      readonly keep: Keep
      readonly by: PlanRequest['by']
    }
  | { readonly type: 'undo' | 'redo' | 'edit' | 'trim' }
  | { readonly type: 'protect' | 'release'; readonly pick: number }

/** Any history: what people, models and tools say, with compactions, undo, protection in between. */
export function histories(length = 60): fc.Arbitrary<readonly Happening[]> {
  return fc.array(happenings, { minLength: 1, maxLength: length })
}

/** The branch after each happening, oldest first. What cannot happen leaves the branch as it was. */
export function branches(history: readonly Happening[]): readonly Branch[] {
  const all: Branch[] = []
  for (const happening of history) all.push(...steps(all.at(-1) ?? [], happening))
  return all
}

/** Compacts a branch if its plan says so; the text is always shorter than what it stands for. */
export function compacted(branch: Branch, policy: Policy, by: PlanRequest['by']): Branch {
  const used = view(branch).reduce((sum, { count }) => sum + count, 0)
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
  const status = windowStatus({ used, source: 'estimated', breakdown }, { window: 1000, reserve: 100 })
  const decision = plan(branch, policy, { by, status })
  if (decision.type === 'rest') return branch
  const written = decision.planned.map(
    (blank): TextFold => ({ ...blank, text: `Text ${branch.length}.`, tag: policy.tag, count: 1 }),
  )
  return append(branch, compaction(branch, decision, written), `k${branch.length + 1}`)
}

function steps(branch: Branch, happening: Happening): readonly Branch[] {
  const id = `e${branch.length + 1}`
  const say = (on: Branch, message: Message) => append(on, { type: 'message', message, count: 10 }, `e${on.length + 1}`)
  switch (happening.type) {
    case 'say':
      return [say(branch, happening.message)]
    case 'call': {
      const calls = Array.from({ length: happening.calls }, (_, at) => ({ callId: `${id}-${at}`, name: 'read' }))
      const asked = say(branch, {
        role: 'assistant',
        parts: calls.map(call => ({ type: 'tool-call', input: {}, ...call })),
      })
      const answers = calls.slice(0, happening.answered).map(call => ({ ...call, type: 'tool-result' as const }))
      const all = [asked]
      for (const answer of answers) {
        all.push(
          say(all.at(-1)!, {
            role: 'tool',
            parts: [{ ...answer, outcome: 'ok', output: 'done, and more. '.repeat(4) }],
          }),
        )
      }
      return all
    }
    case 'compact':
      return [compacted(branch, { ...classic, strategy: happening.strategy, keep: happening.keep }, happening.by)]
    case 'trim': {
      const trims = trimsOf(branch, { which: 'all', maxOutputLength: 10 }, () => 5)
      return [trims.length === 0 ? branch : append(branch, withTrims(activeCompaction(branch), trims), id)]
    }
    case 'protect':
    case 'release':
      return [wished(branch, happening, id)]
    default: {
      const make = { undo, redo, edit: (on: Branch) => edit(on, 'As the person wrote it.', 1) }[happening.type]
      const draft = make(branch)
      return [draft === null ? branch : append(branch, draft, id)]
    }
  }
}

function wished(branch: Branch, { type, pick }: Extract<Happening, { pick: number }>, id: string): Branch {
  const shielded = shields(branch)
  const free = messagesOf(branch).filter(({ depth }) => shielded.get(depth) !== 'opening')
  const numbers = free.map(entry => entry.number)
  const number = numbers[pick % numbers.length]
  return number === undefined ? branch : append(branch, protection(branch, number, type), id)
}

const words = (role: 'system' | 'user' | 'assistant') =>
  fc.lorem({ maxCount: 3 }).map((text): Message => ({ role, parts: [{ type: 'text', text }] }))

const odd: fc.Arbitrary<Message> = fc.oneof(
  fc.constant<Message>({ role: 'assistant', parts: [{ type: 'reasoning', text: 'hm', provider: { signature: 'x' } }] }),
  fc.constant<Message>({
    role: 'tool',
    parts: [{ type: 'tool-result', callId: 'nobody', name: 'x', outcome: 'ok', output: 1 }],
  }),
  fc.constant<Message>({ role: 'user', parts: [{ type: 'opaque', kind: 'custom', value: { a: [1] } }] }),
  fc.constant<Message>({ role: 'assistant', parts: [] }),
)

const keeps: fc.Arbitrary<Keep> = fc.record({
  by: fc.constantFrom('messages', 'turns', 'tokens'),
  amount: fc.integer({ min: 0, max: 12 }),
})

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: words('user').map(message => ({ type: 'say' as const, message })) },
  { weight: 6, arbitrary: words('assistant').map(message => ({ type: 'say' as const, message })) },
  { weight: 1, arbitrary: words('system').map(message => ({ type: 'say' as const, message })) },
  { weight: 1, arbitrary: odd.map(message => ({ type: 'say' as const, message })) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      calls: fc.integer({ min: 1, max: 3 }),
      answered: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('compact' as const),
      strategy: fc.constantFrom('summary' as const, 'digest' as const),
      keep: keeps,
      by: fc.constantFrom('force' as const, 'limit' as const, 'threshold' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('undo' as const, 'redo' as const, 'edit' as const, 'trim' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('protect' as const, 'release' as const), pick: fc.nat(1000) }),
  },
)
