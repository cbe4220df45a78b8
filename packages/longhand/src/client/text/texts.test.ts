import { expect, test } from 'vitest'
import { classic } from '../../core/policy.ts'
import { windowStatus } from '../../core/window.ts'
import type { Receipt } from '../api/contract.ts'
import { statusLines } from '../screen/status-line.ts'
import {
  condensesAt,
  dividerMeta,
  dividerTitle,
  formatRetention,
  toSingleLine,
  waitLabel,
  windowAriaText,
  windowLabel,
} from './texts.ts'

const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
const status = (used: number, window: number | null, source: 'reported' | 'estimated' | 'unknown' = 'reported') =>
  windowStatus({ used, source, breakdown }, { window, reserve: 4096 })

test.each([
  [status(2450, 128_000), '2,450 / 128,000 tokens – 2%'],
  [status(58_880, 128_000, 'estimated'), '58,880 / 128,000 tokens – 46%'],
  [status(0, 128_000, 'unknown'), '– / 128,000 tokens'],
  [status(900, null), '900 tokens, window unknown'],
])('W1 the bar of %j says %s', (shown, wanted) => {
  expect(windowLabel(shown)).toBe(wanted)
})

test('W7 the bar has words for ears', () => {
  expect(windowAriaText(status(2450, 128_000))).toBe('2,450 of 128,000 tokens, 2 percent')
})

const receipt: Receipt = {
  id: 'k1',
  trigger: 'threshold',
  strategy: 'summary',
  model: 'offline',
  method: 'summary',
  phase: 'background',
  span: { from: 2, to: 43 },
  calls: 1,
  version: 1,
  folded: 42,
  kept: 6,
  before: 45_230,
  after: 18_450,
  reduction: 0.59,
  number: 48,
  whole: 45_230,
  durationMs: 3100,
  facts: 118,
  retention: 0.97,
  retentionByKind: {},
  cost: 0.004,
  saving: null,
  gates: [],
  warnings: [],
}

test('W3 the divider says before, after, how many were folded and kept, and what was retained', () => {
  expect(dividerTitle(receipt)).toBe('Context condensed (45,230 → 18,450 tokens)')
  expect(dividerMeta(receipt)).toBe('42 messages folded, 6 kept · 97% retained')
  expect(dividerMeta({ ...receipt, version: 2 })).toBe('42 messages folded, 6 kept · 97% retained · summary 2')
})

test('C11 retention says of how many facts, where anybody counted them', () => {
  expect(formatRetention(receipt)).toBe('97% of 118 facts')
  expect(formatRetention({ ...receipt, facts: 5 })).toBe('97% of 5 facts')
  expect(formatRetention({ ...receipt, facts: null })).toBe('97%')
})

test('C17 off is said as off', () => {
  expect(condensesAt(classic, 128_000)).toBe('Condenses at 102,400 (80%). A summary is prepared from 89,600 (70%).')
  expect(condensesAt({ ...classic, automatic: 'off' }, 128_000)).toBe('Automatic condensing is off.')
  expect(condensesAt({ ...classic, automatic: 'ask' }, 128_000)).toBe(
    'A summary is offered from 89,600 (70%). It takes effect when you accept it.',
  )
  expect(condensesAt(classic, null)).toBe(null)
})

test.each([
  ['> - Never **delete** a row in `orders`;\n\n1. or rename', 'Never delete a row in orders; or rename'],
  ['## Plan\nsnake_case and 2 * 3 > 5', 'Plan snake_case and 2 * 3 > 5'],
])('K9 the last message of a row is one line without marks: %j', (text, line) => {
  expect(toSingleLine(text)).toBe(line)
})

test.each([0, 1, 4])('Q2 of %i facts no share is told: any text would have kept them all', facts => {
  const few = { ...receipt, facts, retention: 1 }
  expect(formatRetention(few)).toBe('not measured')
  expect(dividerMeta(few)).toBe('42 messages folded, 6 kept · retention not measured')
  expect(statusLines.compacted(few).detail).toBe('Nothing was deleted.')
})

test('F3 what an answer waits for, and how long still', () => {
  const wait = { reason: 'rate-limited', until: '2026-11-16T12:00:20Z' } as const
  expect(waitLabel(wait, Date.parse('2026-11-16T12:00:00Z'))).toBe('Rate limit. Next try in 20 s')
  expect(waitLabel(wait, Date.parse('2026-11-16T12:00:21Z'))).toBe('Rate limit. Trying again')
})
