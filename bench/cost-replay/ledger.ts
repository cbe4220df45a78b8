import { linesOf } from '../../evals/metric/printed.ts'
import type { Reader } from '../../evals/metric/reader.ts'
import type { Policy } from '../../packages/longhand/src/core/policy.ts'
import { extract } from '../../packages/longhand/src/facts/extract.ts'
import { countTokens } from '../../packages/longhand/src/tokens/count.ts'
import type { Ledger, Setting } from './contender.ts'
import { openLonghand } from './longhand.ts'
import { replay } from './replay.ts'
import type { Trace } from './trace.ts'

/** Unbounded and empty: what is measured with it is where compactions fall. */
const unmeasured: Ledger = { tokens: Number.POSITIVE_INFINITY, keeps: 0 }

/** Writes real ledgers for some of the compactions that a policy makes, and asks each for what its future used. */
export function measureLedger(
  traces: readonly Trace[],
  policy: Policy,
  setting: Setting,
  read: Reader,
  sample: number,
): Ledger {
  const taken = traces.flatMap(trace => momentsOf(trace, policy, setting))
  const step = Math.max(1, taken.length / sample)
  const chosen = taken.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const asked = chosen.map(moment => ask(moment, read))
  const total = (of: (one: (typeof asked)[number]) => number) => asked.reduce((sum, one) => sum + of(one), 0)
  return {
    tokens: Math.round(total(one => one.tokens) / Math.max(1, asked.length)),
    keeps:
      total(one => one.kept) /
      Math.max(
        1,
        total(one => one.of),
      ),
  }
}

type Moment = {
  readonly trace: Trace
  readonly before: number
  readonly stays: ReadonlySet<number>
  readonly budget: number
}

function momentsOf(trace: Trace, policy: Policy, setting: Setting): readonly Moment[] {
  const moments: Moment[] = []
  const open: Parameters<typeof replay>[1]['open'] = (_, same) =>
    openLonghand(policy, trace, same, {
      ledger: unmeasured,
      watch: ({ branch, fold, budget }) => {
        const said = branch.flatMap(entry => (entry.type === 'message' ? [entry] : []))
        const stays = said.filter(
          ({ depth }) => depth < fold.span.from || depth > fold.span.to || fold.kept.includes(depth),
        )
        moments.push({
          trace,
          before: Number(said.at(-1)!.id) + 1,
          stays: new Set(stays.map(({ id }) => Number(id))),
          budget,
        })
      },
    })
  replay(trace, { name: 'ledger', keeps: () => 0, open }, setting)
  return moments
}

/** The product's own extract of all originals that are folded, and the old names of the next calls that it holds. */
function ask({ trace, before, stays, budget }: Moment, read: Reader) {
  const messages = trace.messages.slice(0, before).map((message, at) => ({ number: at + 1, message }))
  const staying = new Set([...stays].map(at => at + 1))
  const { text } = extract({
    messages,
    staying,
    prose: null,
    budget,
    targetRetention: 0.97,
    minRetention: 0.9,
    count: countTokens,
  })
  const shown = new Set([...stays].flatMap(at => trace.names[at]!))
  const held = new Set(linesOf(text).flatMap(line => read.entities(line)))
  const asked = askedLater(trace, before, shown)
  return { tokens: countTokens(text), kept: asked.filter(name => held.has(name)).length, of: asked.length }
}

/** Uses of names that only the folded part holds, until they are seen again. */
function askedLater(trace: Trace, before: number, shown: Set<number>): readonly number[] {
  const asked: number[] = []
  const seen = new Set(shown)
  for (const call of trace.calls.filter(({ at }) => at >= before)) {
    for (let at = before; at < call.at; at++) for (const name of trace.names[at]!) seen.add(name)
    asked.push(...call.recalls.filter(name => !seen.has(name)))
    if (asked.length > 400) break
  }
  return asked
}
