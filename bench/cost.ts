import { parseArgs } from 'node:util'
import { defaultCorpus, type Recording, recordings } from '../evals/corpus.ts'
import { reader } from '../evals/metric/reader.ts'
import { presets } from '../packages/longhand/src/core/policy.ts'
import type { Contestant, Setting } from './cost-replay/keeper.ts'
import { measureLedger } from './cost-replay/ledger.ts'
import { ours } from './cost-replay/ours.ts'
import { peers } from './cost-replay/peers.ts'
import { type Bill, replay } from './cost-replay/replay.ts'
import { sizeOf, type Tape, tapeOf } from './cost-replay/tape.ts'
import { table } from './table.ts'

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
  const { tapes, chains } = await tapesIn(values.corpus, read)
  for (const window of values.windows.split(',').map(thousands => Number(thousands) * 1_000)) {
    const setting = settingOf(window)
    const long = (window < 1_000_000 ? tapes : chains).filter(tape => sizeOf(tape) > 0.8 * window)
    // Ledgers of the very longest histories take minutes each.
    const measured = long.filter(tape => sizeOf(tape) < 1_500_000)
    const contestants = [
      ...Object.entries(presets).map(([name, policy]) => {
        const ledger = measureLedger(measured, policy, setting, read, Number(values.sample))
        return {
          contestant: ours(name, policy, ledger),
          note: `${Math.round(ledger.keeps * 100)}% in ${ledger.tokens.toLocaleString('en')}`,
        }
      }),
      ...peers.map(contestant => ({ contestant, note: '' })),
    ]
    print(
      window,
      long,
      contestants.map(one => ({ ...one, bill: total(long, one.contestant, setting) })),
    )
  }
}

/** Every conversation for itself, and all of one source after the other for windows that no single one fills. */
async function tapesIn(corpus: string, read: Parameters<typeof tapeOf>[1]) {
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
    tapes: single.map(one => tapeOf([one], read)),
    chains: [...stitched.map(one => [one]), ...projects.map(some => inTime(some!))].map(some => tapeOf(some, read)),
  }
}

const settingOf = (window: number): Setting => ({
  window,
  reserve: Math.min(16_384, window / 8),
  overhead: window < 64_000 ? 3_000 : 10_000,
  prose: window < 64_000 ? 1_500 : 2_000,
})

function total(tapes: readonly Tape[], contestant: Contestant, setting: Setting): Bill {
  const bills = tapes.map(tape => replay(tape, contestant, setting))
  const sum = (key: keyof Bill) => bills.reduce((all, bill) => all + bill[key], 0)
  return {
    cost: sum('cost'),
    summariser: sum('summariser'),
    compactions: sum('compactions'),
    recalls: sum('recalls'),
    held: sum('held'),
  }
}

type Row = { readonly contestant: Contestant; readonly note: string; readonly bill: Bill }

function print(window: number, tapes: readonly Tape[], rows: readonly Row[]): void {
  const [classic] = rows as [Row]
  const calls = tapes.reduce((sum, tape) => sum + tape.calls.length, 0)
  console.log(
    `\nA window of ${window.toLocaleString('en')} tokens: ${tapes.length} conversations, ${calls.toLocaleString('en')} calls, ${classic.bill.recalls.toLocaleString('en')} uses of old names\n`,
  )
  const cells = rows.map(({ contestant, note, bill }) => [
    contestant.name,
    (bill.cost / classic.bill.cost).toFixed(2),
    `${((100 * bill.held) / bill.recalls).toFixed(1)}%`,
    bill.compactions,
    `${((100 * bill.summariser) / bill.cost).toFixed(1)}%`,
    note,
  ])
  console.log(table(['policy', 'cost', 'recall', 'compactions', 'summariser', 'ledger: kept, tokens'], cells))
}
