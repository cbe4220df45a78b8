import { expect, test } from 'vitest'
import { append, type Branch } from './branch.ts'
import type { EntryDraft } from './entry.ts'
import type { Message } from './message.ts'
import { viewChangedAt, withoutThinkingUpTo } from './old-thinking.ts'
import { view } from './view.ts'

const thinking = (text: string): Message => ({
  role: 'assistant',
  parts: [
    { type: 'reasoning', text },
    { type: 'text', text: `Said ${text}` },
  ],
})

const said = (message: Message): EntryDraft => ({ type: 'message', message, count: 1 })
const asked: Message = { role: 'user', parts: [{ type: 'text', text: 'And?' }] }
const onlyThought: Message = { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] }

const branchOf = (drafts: readonly EntryDraft[]): Branch =>
  drafts.reduce<Branch>((branch, draft, at) => append(branch, draft, `e${at}`), [])

const protect: EntryDraft = { type: 'protection', span: { from: 1, to: 1 }, action: 'protect' }

test('V6 what was thought up to a depth is left out, and nothing else', () => {
  const branch = branchOf([said(asked), said(thinking('one')), protect, said(asked), said(thinking('two'))])
  expect(viewChangedAt(branch)).toBe(3)
  const [, first, , second] = withoutThinkingUpTo(view(branch), viewChangedAt(branch))
  expect(first!.parts).toEqual([{ type: 'text', text: 'Said one' }])
  expect(second).toEqual(thinking('two'))
})

test('V6 an answer that holds nothing but thinking goes with it; where nothing has changed all stays', () => {
  const branch = branchOf([said(asked), said(onlyThought), said(asked), said(thinking('two'))])
  expect(viewChangedAt(branch)).toBe(0)
  expect(withoutThinkingUpTo(view(branch), 0)).toHaveLength(4)
  expect(withoutThinkingUpTo(view(branch), 2).map(({ role }) => role)).toEqual(['user', 'user', 'assistant'])
})
