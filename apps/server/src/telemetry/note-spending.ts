import { costOf } from 'longhand/internal/core'
import { type Engine, type EngineEvent, trackBackground, type Usage } from 'longhand/internal/engine'
import type { ModelList } from '../models/model-list.ts'
import type { Log } from './log.ts'

/** Notes for each owner what the server's keys have paid for. */
export type NoteSpending = {
  readonly event: (event: EngineEvent) => void
  readonly call: (call: PaidCall) => void
  readonly dollars: (owner: string, dollars: number | null) => void
}

/** An answer of a model, and for whom it was. */
export type PaidCall = { readonly owner: string; readonly model: string; readonly usage: Usage | null }

/** Where nobody has a limit. */
export const noSpending: NoteSpending = { event: () => {}, call: () => {}, dollars: () => {} }

export function noteSpending(engine: Engine, models: Pick<ModelList, 'prices'>, log: Log): NoteSpending {
  const dollars = (owner: string, spent: number | null) => {
    if (spent === null || spent <= 0) return
    // An answer is worth more than the figure: it is not held up by it, and not lost with it.
    const done = engine.storage
      .as(owner)
      .allowances.spend(spent)
      .catch(() => log({ level: 'warn', event: 'spending-not-noted' }))
    trackBackground(engine, { stop: new AbortController(), done })
  }
  const call = ({ owner, model, usage }: PaidCall) => {
    const prices = models.prices(model)
    if (usage !== null && prices !== null) dollars(owner, costOf(usage, prices))
  }
  return {
    call,
    dollars,
    event: event => {
      if (event.type === 'step') call(event)
      if (event.type === 'compaction' && event.receipt !== null && event.keys !== 'client')
        dollars(event.owner, event.receipt.cost)
    },
  }
}
