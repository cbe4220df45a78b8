import fc from 'fast-check'
import type { Chunk, ScreenEvent, ScreenState } from 'longhand/internal/client'
import { reduceScreen } from 'longhand/internal/client'
import { describe, expect, test } from 'vitest'
import { message, protectedStretch, state } from '../../../testing/queue-worker.ts'
import { chat, chunks, opened, scenes, started } from '../../../testing/scenes.ts'
import { columnsOf, wordsOf } from '../../../text/line.ts'
import { type ChatState, withScrollback } from '../conversation/chat-state.ts'
import { pageLines } from './page-lines.ts'

const size = { columns: 80, rows: 24 }
const on = (chatState: ChatState, ...events: readonly ScreenEvent[]): ChatState =>
  withScrollback({ ...chatState, screen: events.reduce<ScreenState>(reduceScreen, chatState.screen) })
const printed = ({ scrollback }: ChatState): readonly string[] =>
  [...scrollback!.above, ...scrollback!.batches.flat()].map(wordsOf)

/** Markdown as models write it, and as they should not. */
const piece = fc.constantFrom(
  'word ',
  'a much longer word than the others ',
  '\n',
  '\n\n',
  '```ts\n',
  '```',
  '**',
  '`',
  '- item',
  '# Title',
  '1. one',
  'x'.repeat(90),
  '漢字',
  '~~~',
)
const text = fc.array(piece, { minLength: 1, maxLength: 16 }).map(parts => parts.join(''))
const delta = (words: string): Chunk => ({ type: 'text-delta', id: 't', delta: words })
const stored = (words: string): Chunk => ({
  type: 'data-entry',
  data: { ...message(24, { role: 'assistant', parts: [{ type: 'text', text: words }] }), depth: 25 },
})

describe('an answer', () => {
  test('X is printed once: what was settled while it was written is what stands there when it is stored', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 12 }), (words, step) => {
        const before = on(chat(size, [opened(protectedStretch, 10)]), started, chunks({ type: 'start-step' }))
        let now = before
        for (let from = 0; from < words.length; from += step)
          now = on(now, chunks(delta(words.slice(from, from + step))))
        const after = on(now, chunks(stored(words)), { type: 'answer-ended' })
        expect(after.scrollback!.number).toBe(before.scrollback!.number)
        expect(after.tail).toEqual([])
        const lines = pageLines(after.screen, after.layout).lines.map(wordsOf)
        expect(printed(after).slice(-lines.length)).toEqual(lines)
      }),
      { numRuns: 1000 },
    )
  })

  test('X that calls tools is not printed before their results are there', () => {
    const call: Chunk = { type: 'tool-input-start', toolCallId: 'k', toolName: 'read' }
    const asking = on(
      chat(size, [opened(protectedStretch, 10)]),
      started,
      chunks({ type: 'start-step' }, delta('I look.\n'), call),
    )
    expect(printed(asking).join('\n')).not.toContain('1 tool call')
    expect(asking.tail.map(wordsOf).join('\n')).toContain('1 tool call')
  })
})

test('X an answer in many steps is printed on one scrollback', () => {
  const before = on(chat(size, [opened(protectedStretch, 10)]), started)
  const step = (n: number): readonly ScreenEvent[] => {
    const call = { callId: `k${n}`, name: 'read' } as const
    const asked = message(24 + 2 * n, {
      role: 'assistant',
      parts: [{ type: 'tool-call', ...call, input: { path: 'a.ts' } }],
    })
    const told = message(25 + 2 * n, {
      role: 'tool',
      parts: [{ type: 'tool-result', ...call, outcome: 'ok', output: 'x' }],
    })
    return [
      chunks(
        { type: 'start-step' },
        { type: 'tool-input-available', toolCallId: call.callId, toolName: 'read', input: { path: 'a.ts' } },
      ),
      chunks({ type: 'tool-output-available', toolCallId: call.callId, output: 'x' }),
      chunks(
        { type: 'data-entry', data: { ...asked, depth: 25 + 2 * n } },
        { type: 'data-entry', data: { ...told, depth: 26 + 2 * n } },
      ),
    ]
  }
  const after = [0, 1, 2].flatMap(step).reduce((state, event) => on(state, event), before)
  const end = on(after, { type: 'answer-ended' })
  expect(end.scrollback!.number).toBe(before.scrollback!.number)
  expect(printed(end).at(-1)).toContain('▸ 3 tool calls  read, read, read ✓')
})

describe('a scrollback', () => {
  test('X is new when what was printed is no longer true', () => {
    const before = scenes.elsewhere!(size)
    const compacted = on(before, {
      type: 'loaded',
      conversation: state(10),
      page: { entries: protectedStretch.slice(0, 3), more: true },
    })
    expect(compacted.scrollback!.number).toBe(before.scrollback!.number + 1)
    expect(printed(compacted).join('\n')).not.toContain('protected')
  })

  test('X is the same when nothing changed', () => {
    const before = scenes.chat!(size)
    expect(withScrollback(before).scrollback).toBe(before.scrollback)
  })

  test('X that is new holds the title and no more than the screen shows', () => {
    const long = Array.from({ length: 60 }, (_, n) => message(n + 1, `Message ${n + 1}`))
    const first = chat(size, [opened(long, 10)])
    expect(printed(first).length).toBeGreaterThan(60)
    expect(printed(first).at(-19)).toContain('Queue worker')
    const next = withScrollback(first, 'restart')
    expect(printed(next).length).toBeLessThanOrEqual(size.rows - 4)
    expect(printed(next)[0]).toContain('Queue worker')
    expect(printed(next).at(-1)).toContain('Message 60')
  })
})

describe('a line', () => {
  test.each([20, 33, 50, 59, 60, 80, 120])('X is never wider than %i columns', columns => {
    for (const scene of Object.values(scenes)) {
      const { screen, layout } = scene({ columns, rows: 24 })
      for (const row of pageLines(screen, layout).lines) expect(columnsOf(row)).toBeLessThanOrEqual(columns)
    }
  })
})
