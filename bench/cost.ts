import { parseArgs } from 'node:util'
import { defaultCorpus, type Recording, recordings } from '../evals/corpus.ts'
import { reader } from '../evals/metric/reader.ts'
import { presets } from '../packages/longhand/src/core/policy.ts'
import { table } from '../scripts/table.ts'
import type { Contender, Ledger, Setting } from './cost-replay/contender.ts'
import { measureLedger } from './cost-replay/ledger.ts'
import { longhand } from './cost-replay/longhand.ts'
import { peers } from './cost-replay/peers.ts'
import { type Cost, replay } from './cost-replay/replay.ts'
import { sizeOf, type Trace, traceOf } from './cost-replay/trace.ts'

/** What recorded conversations would have cost under our presets and under the policies of others, and what was still there. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: defaultCorpus },
      windows: { type: 'string', default: '32,128,200,1000' },
      sample: { type: 'string', default: '8' },
    },
  })
  const read = reader(new Set())
  const { traces, chains } = await tracesIn(values.corpus, read)
  const columns = values.windows.split(',').map(thousands => {
    const setting = settingOf(Number(thousands) * 1_000)
    const long = (setting.window < 1_000_000 ? traces : chains).filter(trace => sizeOf(trace) > 0.8 * setting.window)
    return columnOf(long, setting, { read, sample: Number(values.sample) })
  })
  print(columns)
}

/** Every conversation for itself, and all of one source after the other for windows that no single one fills. */
async function tracesIn(corpus: string, read: Parameters<typeof traceOf>[1]) {
  const all: Recording[] = []
  for await (const recording of recordings(corpus)) all.push(recording)
  if (all.length === 0)
    throw new Error(`There are no recordings (*.json.gz) in ${corpus}. Name another folder: --corpus DIR`)
  const single = all.filter(({ stitchedFrom }) => stitchedFrom === undefined)
  const stitched = all.filter(({ stitchedFrom }) => stitchedFrom !== undefined)
  const projects = Object.values(Object.groupBy(single, ({ id }) => id.slice(0, id.lastIndexOf('__'))))
  const inTime = (some: readonly Recording[]) =>
    some.toSorted((a, b) => Date.parse(a.recordedAt ?? '') - Date.parse(b.recordedAt ?? ''))
  return {
    traces: single.map(one => traceOf([one], read)),
    chains: [...stitched.map(one => [one]), ...projects.map(some => inTime(some!))].map(some => traceOf(some, read)),
  }
}

const settingOf = (window: number): Setting => ({
  window,
  reserve: Math.min(16_384, window / 8),
  overhead: window < 64_000 ? 3_000 : 10_000,
  prose: window < 64_000 ? 1_500 : 2_000,
})

/** One window: what every policy cost there and what it held. */
type Column = { readonly setting: Setting; readonly traces: readonly Trace[]; readonly rows: readonly Row[] }

type Row = { readonly name: string; readonly ledger: Ledger | null; readonly bill: Cost }

type Measuring = { readonly read: Parameters<typeof traceOf>[1]; readonly sample: number }

function columnOf(traces: readonly Trace[], setting: Setting, { read, sample }: Measuring): Column {
  // Ledgers of the very longest histories take minutes each.
  const measured = traces.filter(trace => sizeOf(trace) < 1_500_000)
  const own = Object.entries(presets).map(([name, policy]): Row => {
    const ledger = measureLedger(measured, policy, setting, read, sample)
    return { name: `**${name}**`, ledger, bill: total(traces, longhand(name, policy, ledger), setting) }
  })
  const others = peers.map((peer): Row => ({ name: peer.name, ledger: null, bill: total(traces, peer, setting) }))
  return { setting, traces, rows: [...own, ...others] }
}

function total(traces: readonly Trace[], contender: Contender, setting: Setting): Cost {
  const bills = traces.map(trace => replay(trace, contender, setting))
  const sum = (key: keyof Cost) => bills.reduce((all, bill) => all + bill[key], 0)
  return {
    cost: sum('cost'),
    summariser: sum('summariser'),
    compactions: sum('compactions'),
    recalls: sum('recalls'),
    held: sum('held'),
  }
}

function print(columns: readonly Column[]): void {
  const names = columns[0]!.rows.map(({ name }) => name)
  console.log('\nCost against classic · recall · compactions\n')
  console.log(
    table(
      ['policy', ...columns.map(({ setting }) => `${setting.window / 1_000}k`)],
      names.map((name, at) => [name, ...columns.map(column => figures(column, at))]),
    ),
  )
  for (const { setting, traces, rows } of columns) {
    const calls = traces.reduce((sum, trace) => sum + trace.calls.length, 0)
    const ledgers = rows.flatMap(({ name, ledger }) =>
      ledger === null ? [] : [`${name.replaceAll('*', '')} ${percent(ledger.keeps)} in ${grouped(ledger.tokens)}`],
    )
    console.log(
      `\n${setting.window / 1_000}k: ${traces.length} conversations, ${grouped(calls)} calls, ${grouped(rows[0]!.bill.recalls)} uses of old names; the ledger keeps, in tokens: ${ledgers.join(', ')}`,
    )
  }
}

function figures({ rows }: Column, at: number): string {
  const { bill } = rows[at]!
  const classic = rows[0]!.bill
  if (classic.recalls === 0) return '–'
  return `${(bill.cost / classic.cost).toFixed(2)} · ${percent(bill.held / bill.recalls)} · ${grouped(bill.compactions)}`
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

const grouped = (figure: number): string => figure.toLocaleString('en')
