import { costOf, gateReasons, isRetentionMeasured } from 'longhand/internal/core'
import {
  type CompactionStep,
  checkpointCauses,
  type EngineEvent,
  type Models,
  type Usage,
} from 'longhand/internal/engine'
import { knownLabel } from './known-label.ts'
import type { Metrics } from './metrics.ts'

/** The models that have a label of their own, and what they charge. */
export type PricedModels = Pick<Models, 'prices'> & { readonly rows: readonly { readonly id: string }[] }

/** Counts engine events. */
export function countEvents(metrics: Metrics, models: PricedModels): (event: EngineEvent) => void {
  const known = models.rows.map(({ id }) => id)
  return event => {
    switch (event.type) {
      case 'turn':
        metrics.turns.inc({ outcome: event.outcome })
        return metrics.turnSeconds.observe(event.ms / 1000)
      case 'step': {
        const model = knownLabel(known, event.model)
        metrics.steps.inc({ model, outcome: event.outcome })
        metrics.stepSeconds.observe({ model }, event.ms / 1000)
        if (event.usage !== null) countUsage(metrics, model, event.usage)
        const prices = event.usage === null ? null : models.prices(event.model)
        return prices === null ? undefined : metrics.cost.inc({ for: 'chat' }, costOf(event.usage!, prices))
      }
      case 'compaction':
        return event.phase === 'started' ? undefined : countCompaction(metrics, event)
      case 'preparation':
        countRejection(metrics, event.reason)
        return metrics.preparations.inc({ outcome: event.outcome })
      case 'breaker':
        return metrics.breakers.inc({ state: event.state })
      case 'checkpoint':
        return metrics.checkpoints.inc({ kind: knownLabel(checkpointCauses, event.kind), outcome: event.outcome })
      case 'warning':
        return metrics.warnings.inc({ code: event.code })
      case 'bug':
      case 'status':
        return undefined
    }
  }
}

function countUsage({ tokens }: Metrics, model: string, { input, output, cacheRead, cacheWrite }: Usage): void {
  tokens.inc({ model, kind: 'input' }, input)
  tokens.inc({ model, kind: 'output' }, output)
  tokens.inc({ model, kind: 'cache-read' }, cacheRead)
  tokens.inc({ model, kind: 'cache-write' }, cacheWrite)
}

function countCompaction(metrics: Metrics, { trigger, strategy, phase, receipt, reason }: CompactionStep): void {
  metrics.compactions.inc({ trigger, strategy, outcome: phase })
  countRejection(metrics, reason)
  if (receipt === null) return
  metrics.compactionSeconds.observe(receipt.durationMs / 1000)
  metrics.reduction.observe(receipt.reduction)
  if (isRetentionMeasured(receipt)) metrics.retention.observe(receipt.retention)
  metrics.cost.inc({ for: 'summary' }, receipt.cost ?? 0)
  for (const { gate, outcome } of receipt.gates) metrics.gates.inc({ gate, outcome })
}

function countRejection({ gates }: Metrics, reason: string | null): void {
  const gate = gateReasons.find(one => one === reason)
  if (gate !== undefined) gates.inc({ gate, outcome: 'rejected' })
}
