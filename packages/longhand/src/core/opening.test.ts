import { expect, test } from 'vitest'
import { append, type Branch } from './branch.ts'
import { layoutOf } from './layout.ts'
import { type Message, user } from './message.ts'
import { openingBeyond } from './opening.ts'
import { plan } from './plan.ts'
import { classic } from './policy.ts'
import { windowStatus } from './window.ts'

const system: Message = { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }
const reminder = user('<system-reminder>Mind the tests.</system-reminder>')
const branchOf = (messages: readonly Message[]): Branch =>
  messages.reduce<Branch>(
    (branch, message, at) => append(branch, { type: 'message', message, count: 10 }, `m${at}`),
    [],
  )

test.each([
  [100, []],
  [30, []],
  [25, [2]],
  [15, [2, 3]],
  [0, [2, 3]],
])('P1 an opening of 30 tokens in %i: programs give way first, then the person, the system never', (max, folding) => {
  expect(openingBeyond(layoutOf(branchOf([system, reminder, user('Fix the parser.')])), max)).toEqual(folding)
})

test('P1 an opening of very many messages is folded like any other', () => {
  const entries = Array.from({ length: 130_000 }, (_, at) => ({
    type: 'message' as const,
    id: `m${at}`,
    depth: at + 1,
    number: at + 1,
    message: at === 129_999 ? user('Fix the parser.') : reminder,
    count: 10,
  }))
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 1_300_000, attachments: 0 }
  const status = windowStatus({ used: 1_300_000, source: 'estimated', breakdown }, { window: 200_000, reserve: 0 })
  const policy = { ...classic, target: 0.01, threshold: { ...classic.threshold, share: null, tokens: 2_000 } }
  const decided = plan(entries, policy, { by: 'target', status })
  expect(decided).toMatchObject({ type: 'fold', planned: [{ span: { from: 1 }, kept: [] }] })
})
