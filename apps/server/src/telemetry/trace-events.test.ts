import { type Context, ROOT_CONTEXT, type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api'
import type { EngineEvent } from 'longhand/internal/engine'
import { expect, test } from 'vitest'
import { traceEvents } from './trace-events.ts'

type Made = SpanOptions & { name: string; parent: Made | null; end: unknown; status: number | null }

/** A tracer that keeps what it is told. */
function keeping(): { readonly tracer: Tracer; readonly spans: readonly Made[] } {
  const spans: Made[] = []
  const startSpan = (name: string, options: SpanOptions = {}, within: Context = ROOT_CONTEXT): Span => {
    const parent = trace.getSpan(within) as (Span & { made: Made }) | undefined
    const made: Made = { ...options, name, parent: parent?.made ?? null, end: null, status: null }
    spans.push(made)
    const span = {
      made,
      end: (at: unknown) => void Object.assign(made, { end: at }),
      setStatus: ({ code }: { code: number }) => void Object.assign(made, { status: code }),
    }
    return span as unknown as Span
  }
  return { tracer: { startSpan } as unknown as Tracer, spans }
}

const about = { owner: 'ann', conversation: 'c1' } as const
const usage = { input: 120, output: 7, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
const step = (turn: string, outcome: 'stop' | 'tool-calls' | 'failed', ms: number): EngineEvent => ({
  type: 'step',
  turn,
  model: 'anthropic/claude-sonnet-4-5',
  outcome,
  usage: outcome === 'failed' ? null : usage,
  ms,
  reason: outcome === 'failed' ? 'unavailable' : null,
  ...about,
})

test('E2 a turn is a span, its steps are inside it, and both have the times at which they ran', () => {
  let now = 1_000
  const { tracer, spans } = keeping()
  const hear = traceEvents(() => now, tracer)
  hear(step('m1', 'tool-calls', 300))
  now = 1_500
  hear(step('m1', 'stop', 400))
  now = 1_600
  expect(spans).toEqual([])
  hear({ type: 'turn', turn: 'm1', outcome: 'done', ms: 900, ...about })
  const [turn, first, second] = spans
  expect(turn).toMatchObject({ name: 'turn', startTime: 700, end: 1_600, parent: null, status: null })
  expect(first).toMatchObject({ name: 'chat anthropic/claude-sonnet-4-5', startTime: 700, end: 1_000, parent: turn })
  expect(second).toMatchObject({ startTime: 1_100, end: 1_500, parent: turn })
  expect(second!.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-sonnet-4-5',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 120,
    'gen_ai.usage.output_tokens': 7,
  })
  hear(step('m2', 'failed', 10))
  hear({ type: 'turn', turn: 'm2', outcome: 'failed', ms: 10, ...about })
  expect(spans.slice(3).map(({ name, status }) => [name, status])).toEqual([
    ['turn', 2],
    ['chat anthropic/claude-sonnet-4-5', 2],
  ])
})

test('E2 a compaction is a span from its beginning, with what it was for and why it did not count', () => {
  const { tracer, spans } = keeping()
  const hear = traceEvents(() => 5_000, tracer)
  const compaction = { id: 'k', startedAt: 4_000, folding: 9, keeping: 2, receipt: null, ...about } as const
  const asked = { type: 'compaction', trigger: 'threshold', strategy: 'summary', ...compaction } as const
  hear({ ...asked, phase: 'started', sentence: null, reason: null })
  hear({ ...asked, phase: 'failed', sentence: 'No words of it are told.', reason: 'refused' })
  expect(spans).toHaveLength(1)
  expect(spans[0]).toMatchObject({ name: 'compact', startTime: 4_000, end: 5_000, status: 2 })
  expect(spans[0]!.attributes).toMatchObject({ 'longhand.trigger': 'threshold', 'longhand.reason': 'refused' })
  expect(JSON.stringify(spans)).not.toContain('words')
})
