import { expect, test } from 'vitest'
import type { ClientWindowRow } from '../api/client-window-contract.ts'
import { clientWindowLines } from './client-window-lines.ts'

const at = (hour: number) => new Date(2026, 10, 17, hour, 30).toISOString()
const row = (conversation: string | null, tokens: number, hour = 14): ClientWindowRow => ({
  ...{ client: 'agent/1', model: 'anthropic/x', window: 200_000 },
  ...{ conversation, tokens, at: at(9), until: at(hour) },
})
const texts = (...rows: readonly ClientWindowRow[]) => clientWindowLines(rows).map(({ text }) => text)

test('H4.15 each program and model has one line: size, window, conversations, and when it is forgotten', () => {
  expect(texts()).toEqual([])
  expect(texts(row('a', 60_000))).toEqual([
    '60,000 of 200,000 tokens, learnt from 1 conversation. Forgotten on Tuesday at 14:30 unless seen again.',
  ])
  // Sizes that are far apart hold for their own conversations.
  expect(texts(row('a', 90_000, 16), row('b', 60_000))).toEqual([
    '60,000 to 90,000 of 200,000 tokens, learnt from 2 conversations. Forgotten on Tuesday at 16:30 unless seen again.',
  ])
  expect(texts(row('a', 62_000), row('b', 61_000, 16), row(null, 61_000))).toEqual([
    '61,000 of 200,000 tokens in every conversation, learnt from 2 conversations. Forgotten on Tuesday at 14:30 unless seen again.',
  ])
  expect(clientWindowLines([row('a', 60_000), { ...row('a', 60_000), model: 'anthropic/y' }])).toMatchObject([
    { client: 'agent/1', model: 'anthropic/x' },
    { client: 'agent/1', model: 'anthropic/y' },
  ])
})
