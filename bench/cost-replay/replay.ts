import { type Contender, type Piece, prices, type Setting } from './contender.ts'
import type { Trace } from './trace.ts'

/** What a conversation cost under a policy, in tokens of fresh input, and what was still there when it was needed. */
export type Cost = {
  readonly cost: number
  readonly summariser: number
  readonly compactions: number
  /** Old names that were used, and how many of them the request held, as far as can be expected. */
  readonly recalls: number
  readonly held: number
}

/** Has a conversation again, call by call, with a provider that remembers what two requests have in common. */
export function replay(trace: Trace, contender: Contender, setting: Setting): Cost {
  const keeper = contender.open(trace, setting)
  const memory = createMemory(trace, contender)
  let bill: Cost = { cost: 0, summariser: 0, compactions: 0, recalls: 0, held: 0 }
  let before: readonly Piece[] = []
  let next = 0
  for (const call of trace.calls) {
    for (; next < call.at; next++) {
      keeper.append(next)
      memory.append(next)
    }
    const isCold = call.idle !== null && call.idle > prices.cacheMs
    const made = keeper.beforeCall(call, isCold ? 0 : setting.overhead + tokensOf(before))
    const pieces = keeper.pieces()
    if (made !== null) memory.fold(pieces, made.sees)
    const cached = isCold || before.length === 0 ? 0 : setting.overhead + tokensOf(common(before, pieces))
    const input = setting.overhead + tokensOf(pieces)
    const cost = prices.read * cached + prices.write * (input - cached) + prices.output * call.output
    bill = {
      cost: bill.cost + cost + (made?.cost ?? 0),
      summariser: bill.summariser + (made?.cost ?? 0),
      compactions: bill.compactions + (made === null ? 0 : 1),
      recalls: bill.recalls + call.recalls.length,
      held: bill.held + call.recalls.reduce((sum, name) => sum + memory.holds(name), 0),
    }
    before = pieces
  }
  return bill
}

const tokensOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { tokens }) => sum + tokens, 0)

function common(before: readonly Piece[], after: readonly Piece[]): readonly Piece[] {
  const changed = before.findIndex(({ key }, at) => after[at]?.key !== key)
  return changed === -1 ? before : before.slice(0, changed)
}

/** Which names a request still holds, and how often the others went through a summary. */
function createMemory({ names, tokens }: Trace, { keeps }: Contender) {
  let shown = new Map<number, number>()
  let there: readonly number[] = []
  const lost = new Map<number, number>()
  const show = (at: number) => {
    for (const name of names[at]!) shown.set(name, (shown.get(name) ?? 0) + 1)
  }
  return {
    append(at: number): void {
      there = [...there, at]
      show(at)
    },
    fold(pieces: readonly Piece[], sees: number | null): void {
      const stay = pieces.flatMap(({ at }) => (at === null ? [] : [at]))
      const staying = new Set(stay)
      const gone = there.filter(at => !staying.has(at))
      shown = new Map()
      for (const at of stay) show(at)
      for (const [name, times] of lost) lost.set(name, times + 1)
      let left = sees ?? Number.POSITIVE_INFINITY
      for (const at of gone.toReversed()) {
        // A name that comes again is new again; one that the summariser never saw is gone.
        for (const name of names[at]!) if (!shown.has(name)) lost.set(name, left > 0 ? 1 : Number.POSITIVE_INFINITY)
        left -= tokens[at]!
      }
      there = stay
    },
    holds(name: number): number {
      if (shown.has(name)) return 1
      const times = lost.get(name)
      return times === undefined ? 0 : keeps(times)
    },
  }
}
