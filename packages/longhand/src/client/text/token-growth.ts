import type { DisplayEntry, Receipt } from '../api/contract.ts'

/** The tokens of a conversation up to a message, and what the model read of them, before and after a compaction there. */
export type GrowthPoint = {
  /** ¶, or 0 before the first. */
  readonly number: number
  readonly whole: number
  readonly before: number
  readonly after: number
  /** The receipt that was written here, by its number from 1. */
  readonly receipt: number | null
}

type TokenHistory = {
  /** Oldest first. */
  readonly receipts: readonly Receipt[]
  readonly entries: readonly DisplayEntry[]
  /** Tokens in the window now. */
  readonly used: number
}

/**
 * The growth of a conversation by message. Exact at every compaction; in between by the loaded messages, or a straight
 * line where they are not loaded.
 */
export function tokenGrowth({ receipts, entries, used }: TokenHistory): readonly GrowthPoint[] {
  const messages = entries.flatMap(entry => (entry.type === 'message' ? [entry] : []))
  const newest = messages.at(-1)?.number ?? receipts.at(-1)?.number ?? 0
  const fixed = [start, ...receiptsOnBranch(receipts, newest)]
  const last = fixed.at(-1)!
  const grown = Math.max(0, used - last.after)
  const now = { number: newest, whole: last.whole + grown, before: used, after: used, receipt: null }
  const counts = new Map(messages.map(({ number, count }) => [number, count]))
  return [...fixed, ...(newest > last.number ? [now] : [])].flatMap((point, at, all) =>
    at === 0 ? [point] : [...pointsBetween(all[at - 1]!, point, counts), point],
  )
}

const start: GrowthPoint = { number: 0, whole: 0, before: 0, after: 0, receipt: null }

/** Compactions on another branch are not on this one. */
function receiptsOnBranch(receipts: readonly Receipt[], newest: number): readonly GrowthPoint[] {
  const points: GrowthPoint[] = []
  let [number, whole] = [newest, Number.POSITIVE_INFINITY]
  for (const [at, receipt] of [...receipts.entries()].toReversed()) {
    if (receipt.number === null || receipt.whole === null) continue
    if (receipt.number > number || receipt.whole > whole) continue
    number = receipt.number
    whole = receipt.whole
    points.unshift({ number, whole, before: receipt.before, after: receipt.after, receipt: at + 1 })
  }
  return points
}

/** The messages between two points, each by its share of the tokens; none when some are not loaded. */
function pointsBetween(
  from: GrowthPoint,
  to: GrowthPoint,
  counts: ReadonlyMap<number, number>,
): readonly GrowthPoint[] {
  const numbers = Array.from({ length: Math.max(0, to.number - from.number) }, (_, at) => from.number + at + 1)
  if (!numbers.every(number => counts.has(number))) return []
  const all = numbers.reduce((sum, number) => sum + counts.get(number)!, 0)
  const step = Math.ceil(numbers.length / maxPointsBetween)
  let counted = 0
  return numbers.slice(0, -1).flatMap((number, at) => {
    counted += counts.get(number)!
    const share = counted / Math.max(1, all)
    const read = from.after + (to.before - from.after) * share
    const whole = from.whole + (to.whole - from.whole) * share
    return at % step === 0 ? [{ number, whole, before: read, after: read, receipt: null }] : []
  })
}

/** More points would not be visible. */
const maxPointsBetween = 120
