import { expect, test } from 'vitest'
import { createHeldBranches, type HeldBranch } from './held-branches.ts'

const empty = (id: string) => ({ conversation: { id }, branch: [], newest: [] }) as unknown as HeldBranch

test('N13 empty conversations are forgotten as well, the oldest first', () => {
  const held = createHeldBranches()
  for (let at = 0; at < 70_000; at++) held.hold(empty(`${at}`))
  expect([held.get('0'), held.get('69999')?.conversation.id]).toEqual([null, '69999'])
})

test('N13 nothing of a snapshot is held but what its branch is', () => {
  const held = createHeldBranches()
  held.hold({ ...empty('a'), files: ['long'] } as unknown as HeldBranch)
  expect(Object.keys(held.get('a')!)).toEqual(['conversation', 'branch', 'newest'])
})
