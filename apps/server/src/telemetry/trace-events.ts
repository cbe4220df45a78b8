import { type Attributes, context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { measuredRetention } from 'longhand/internal/core'
import type { EngineEvent } from 'longhand/internal/engine'

/** Turns that have not ended; with more than this, the oldest was lost with its process. */
const maxOpen = 10_000

type Step = Extract<EngineEvent, { type: 'step' }> & { readonly end: number }

/**
 * OpenTelemetry spans for turns, their steps, and compactions. They are created at the end of each, with the time at
 * which it started; without an SDK in the process they go nowhere.
 */
export function traceEvents(now: () => number, tracer: Tracer = trace.getTracer('longhand')) {
  const steps = new Map<string, Step[]>()
  return (event: EngineEvent): void => {
    if (event.type === 'step') {
      const key = `${event.conversation} ${event.turn}`
      steps.set(key, [...(steps.get(key) ?? []), { ...event, end: now() }])
      if (steps.size > maxOpen) steps.delete(steps.keys().next().value!)
    }
    if (event.type === 'turn') {
      const key = `${event.conversation} ${event.turn}`
      traceTurn(tracer, event, steps.get(key) ?? [], now())
      steps.delete(key)
    }
    if (event.type === 'compaction' && event.phase !== 'started') traceCompaction(tracer, event, now())
  }
}

type TurnEvent = Extract<EngineEvent, { type: 'turn' }>
type CompactionEvent = Extract<EngineEvent, { type: 'compaction' }>

function traceTurn(tracer: Tracer, turn: TurnEvent, steps: readonly Step[], end: number): void {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': turn.conversation,
    'longhand.outcome': turn.outcome,
  }
  const span = tracer.startSpan('turn', { startTime: end - turn.ms, attributes })
  if (turn.outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
  for (const step of steps) {
    const within = trace.setSpan(context.active(), span)
    const options = { kind: SpanKind.CLIENT, startTime: step.end - step.ms, attributes: stepAttributes(step) }
    const child = tracer.startSpan(`chat ${step.model}`, options, within)
    if (step.outcome === 'failed') child.setStatus({ code: SpanStatusCode.ERROR })
    child.end(step.end)
  }
  span.end(end)
}

const stepAttributes = ({ model, outcome, usage }: Step): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': model.split('/')[0]!,
  'gen_ai.request.model': model.slice(model.indexOf('/') + 1),
  'gen_ai.response.finish_reasons': [outcome],
  ...(usage === null ? {} : { 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output }),
})

function traceCompaction(tracer: Tracer, event: CompactionEvent, end: number): void {
  const { conversation, phase, trigger, strategy, reason, receipt, startedAt } = event
  const attributes = {
    'gen_ai.conversation.id': conversation,
    'longhand.outcome': phase,
    'longhand.trigger': trigger,
    'longhand.strategy': strategy,
    ...(reason === null ? {} : { 'longhand.reason': reason }),
    ...(receipt === null ? {} : receiptAttributes(receipt)),
  }
  const span = tracer.startSpan('compact', { startTime: Math.min(startedAt, end), attributes })
  if (phase === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(end)
}

function receiptAttributes(receipt: NonNullable<CompactionEvent['receipt']>): Attributes {
  const retention = measuredRetention(receipt)
  return {
    'longhand.tokens.before': receipt.before,
    'longhand.tokens.after': receipt.after,
    ...(retention === null ? {} : { 'longhand.retention': retention }),
    ...(receipt.model === null ? {} : { 'gen_ai.request.model': receipt.model }),
  }
}
