import { expect, test } from 'vitest'
import type { Row } from '../../client/screen/rows.ts'
import { guideStep } from './guide-step.ts'

const card = { type: 'card', entries: [{}] } as unknown as Row
const divider = (state: string) => ({ type: 'divider', state }) as unknown as Row

test.each([
  ['nothing has happened', [card], false, false, 'send'],
  ['a message is on its way', [card], true, false, 'fold'],
  ['it was answered and nothing is folded yet', [card, card], false, false, 'fold'],
  ['something is folded', [card, divider('active'), card], false, false, 'open'],
  ['the divider was opened', [card, divider('active'), card], false, true, 'undo'],
  ['it was undone', [card, divider('undone'), card], false, true, 'done'],
  ['it was redone', [card, divider('active'), card], false, true, 'undo'],
] as const)('W21 when %s, the guide says the next step', (_, rows, busy, opened, step) => {
  expect(guideStep({ rows, before: 1, busy, opened })).toBe(step)
})
