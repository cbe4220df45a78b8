import { costOf, type Prices } from 'longhand/internal/core'
import { type Engine, type EngineEvent, trackBackground, type Usage } from 'longhand/internal/engine'
import type { Log } from './log.ts'

/** Notes for each owner what the server's keys have paid for. */
export type NoteSpending = {
  readonly event: (event: EngineEvent) => void
  readonly call: (call: PaidCall) => void
  readonly dollars: (owner: string, dollars: number | null) => void
  /** Notes a call before it is sent, by an estimate, so that whoever asks meanwhile finds it; its answer corrects that. */
  readonly begin: (call: CountedCall) => PaidAnswer
}

/** An answer of a model, and for whom it was; `counted` is our own estimate, for one without a report. */
export type PaidCall = CallOf & { readonly usage: Usage | null; readonly counted?: Counted }

type CallOf = { readonly owner: string; readonly model: string }
type Counted = { readonly input: number; readonly output: number }
type CountedCall = CallOf & { readonly counted: Counted }

/** How a call that was noted has ended; one that nobody ends stays noted as it is. */
export type PaidAnswer = {
  readonly answered: (usage: Usage | null, counted: Counted) => void
  /** Nothing is paid for what was refused. */
  readonly refused: () => void
}

/** Where nobody has a limit. */
export const noSpending: NoteSpending = {
  event: () => {},
  call: () => {},
  dollars: () => {},
  begin: () => ({ answered: () => {}, refused: () => {} }),
}

/** What a model charges; null for one that charges nothing. */
export type ChargedPrices = (model: string) => Prices | null

export function noteSpending(engine: Engine, pricesOf: ChargedPrices, log: Log): NoteSpending {
  const dollars = (owner: string, spent: number | null) => {
    if (spent === null || spent === 0) return
    // An answer is worth more than the figure: it is not held up by it, and not lost with it.
    const done = engine.storage
      .as(owner)
      .allowances.spend(spent)
      .catch(() => log({ level: 'warn', event: 'spending-not-noted' }))
    trackBackground(engine, { stop: new AbortController(), done })
  }
  const costOfCall = ({ model, usage, counted = nothing }: PaidCall): number => {
    const prices = pricesOf(model)
    return prices === null ? 0 : costOf(usage ?? { cacheRead: 0, cacheWrite: 0, ...counted }, prices)
  }
  const call = (paid: PaidCall) => dollars(paid.owner, costOfCall(paid))
  return {
    call,
    dollars,
    begin({ owner, model, counted }) {
      const noted = costOfCall({ owner, model, usage: null, counted })
      dollars(owner, noted)
      const correct = (cost: number) => dollars(owner, cost - noted)
      return {
        answered: (usage, counted) => correct(costOfCall({ owner, model, usage, counted })),
        refused: () => correct(0),
      }
    },
    event: event => {
      if (event.type === 'step') call(event)
      if (event.type !== 'compaction' || event.receipt === null || event.keys === 'client') return
      const { model, cost, calls, before, after } = event.receipt
      if (model === null) return
      const counted = { input: calls * before, output: calls * after }
      dollars(event.owner, cost ?? costOfCall({ owner: event.owner, model, usage: null, counted }))
    },
  }
}

const nothing: Counted = { input: 0, output: 0 }
