import { randomUUID } from 'node:crypto'
import type { Plan, Receipt, View } from 'longhand'
import type { Written } from './compact-write.ts'

export type Made = {
  readonly decision: Extract<Plan, { type: 'fold' }>
  readonly written: readonly Written[]
  readonly before: View
  readonly after: View
  readonly durationMs: number
}

/** What a compaction of a file cost and kept. */
export function receiptOf({ decision, written, before, after, durationMs }: Made): Receipt {
  const [first] = written
  const sizes = { before: tokensOf(before), after: tokensOf(after) }
  const kept = after.filter(({ kind }) => kind === 'verbatim' || kind === 'trimmed').length
  const kinds = Map.groupBy(
    written.flatMap(({ retention }) => Object.entries(retention.kinds)),
    ([kind]) => kind,
  )
  return {
    id: randomUUID(),
    trigger: 'person',
    phase: 'by-hand',
    strategy: decision.strategy,
    // The weakest of several texts says how good they are together.
    rung: written.some(({ rung }) => rung === 'truncate') ? 'truncate' : first!.rung,
    model: first!.model,
    version: 1,
    span: { from: first!.fold.span.from, to: written.at(-1)!.fold.span.to },
    folded: before.length - kept,
    kept,
    ...sizes,
    reduction: 1 - sizes.after / sizes.before,
    number: before.length,
    whole: sizes.before,
    durationMs,
    calls: written.reduce((sum, { calls }) => sum + calls, 0),
    facts: factsIn([...kinds.values()].flat()),
    retention: shareOf([...kinds.values()].flat()),
    retentionByKind: Object.fromEntries([...kinds].map(([kind, counts]) => [kind, shareOf(counts)])),
    cost: 0,
    saving: null,
    gates: first!.gates,
  }
}

export const tokensOf = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0)

type Counts = readonly (readonly [string, { readonly kept: number; readonly of: number }])[]

const factsIn = (counts: Counts): number => counts.reduce((sum, [, one]) => sum + one.of, 0)

function shareOf(counts: Counts): number {
  const of = factsIn(counts)
  return of === 0 ? 1 : counts.reduce((sum, [, one]) => sum + one.kept, 0) / of
}
