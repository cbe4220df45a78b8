import { expect, test } from 'vitest'
import { reader } from '../../evals/metric/reader.ts'
import { assistant, user } from '../../packages/longhand/src/core/message.ts'
import { presets } from '../../packages/longhand/src/core/policy.ts'
import type { Contender, Setting } from './contender.ts'
import { measureLedger } from './ledger.ts'
import { longhand } from './longhand.ts'
import { peers } from './peers.ts'
import { replay } from './replay.ts'
import { type Trace, traceOf } from './trace.ts'

const setting: Setting = { window: 20_000, reserve: 1_000, overhead: 1_000, prose: 100 }

/** Questions and answers of 500 tokens each, a minute between them; the last answer names what the first said. */
function trace(turns: number, idle = 60_000): Trace {
  const said = Array.from({ length: turns }, (_, at) => [user(`Question ${at}`), assistant(`Answer ${at}`)]).flat()
  const last = said.length - 1
  return {
    name: 'test',
    messages: said,
    tokens: said.map(() => 500),
    names: said.map((_, at) => (at === 0 || at === last ? [7] : [])),
    typed: said.map((_, at) => at % 2 === 0),
    calls: Array.from({ length: turns }, (_, at) => ({
      at: 2 * at + 1,
      output: 10,
      idle: at === 0 ? null : idle,
      recalls: 2 * at + 1 === last ? [7] : [],
    })),
  }
}

const everything: Contender = {
  name: 'everything',
  keeps: () => 0.5,
  open: ({ tokens }) => {
    const there: number[] = []
    return {
      append: at => void there.push(at),
      beforeCall: () => null,
      pieces: () => there.map(at => ({ key: String(at), tokens: tokens[at]!, at })),
    }
  },
}

test('N6 what was sent before is read from the cache, and what is new is written to it', () => {
  const { cost, held, recalls } = replay(trace(2), everything, setting)
  const first = 1.25 * 1_500 + 5 * 10
  const second = 0.1 * 1_500 + 1.25 * 1_000 + 5 * 10
  expect(cost).toBeCloseTo(first + second)
  expect([held, recalls]).toEqual([1, 1])
})

test('N6 after a long pause everything is written anew', () => {
  const { cost } = replay(trace(2, 600_000), everything, setting)
  expect(cost).toBeCloseTo(1.25 * 1_500 + 1.25 * 2_500 + 5 * 20)
})

test('N6 every policy of others stays within the window, pays for its summaries and forgets a little', () => {
  for (const peer of peers) {
    const bill = replay(trace(60), peer, setting)
    expect(bill.compactions, peer.name).toBeGreaterThan(0)
    expect(bill.summariser, peer.name).toBeGreaterThan(0)
    expect(bill.held, peer.name).toBeLessThan(1)
  }
})

test('N6, C19 our presets are planned by the product; those by cost fold in cold moments and pay less', () => {
  const ledger = { tokens: 300, keeps: 0.8 }
  const bill = (name: keyof typeof presets, idle?: number) =>
    replay(trace(60, idle), longhand(name, presets[name], ledger), setting)
  expect(bill('classic').compactions).toBeGreaterThan(1)
  expect(bill('classic').held).toBe(1) // the first message is the opening, and stays
  expect(bill('balanced', 600_000).compactions).toBeGreaterThan(bill('balanced').compactions)
  expect(bill('balanced', 600_000).cost).toBeLessThan(bill('classic', 600_000).cost)
})

test('N6 a trace knows its calls, their pauses, and which old names they use', () => {
  const filler = 'word '.repeat(6_000)
  const at = (minute: number) => ({ ts: `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z` })
  const messages = [
    { role: 'user', content: 'Look at src/limiter.ts', meta: at(0) },
    { role: 'assistant', content: 'I will.', meta: at(1) },
    { role: 'user', content: filler, meta: at(9) },
    { role: 'assistant', content: 'As src/limiter.ts says.', meta: at(10) },
  ] as const
  const recording = { id: 'x__1', source: '', licence: '', title: '', format: '', messages }
  const read = reader(new Set())
  const made = traceOf([recording], read)
  expect(made.calls.map(({ at, idle, recalls }) => [at, idle, recalls.length])).toEqual([
    [1, null, 0],
    [3, 8 * 60_000, 1],
  ])
  expect(measureLedger([made], presets.classic, setting, read, 4)).toEqual({ tokens: 0, keeps: 0 })
})
