/** A stretch of a branch by depth, both ends included. */
export type Span = { readonly from: number; readonly to: number }

export const contains = (span: Span, depth: number): boolean => depth >= span.from && depth <= span.to

export const overlaps = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to

export const covers = (outer: Span, inner: Span): boolean => outer.from <= inner.from && outer.to >= inner.to

/** Finds, among spans that do not overlap each other, the one that overlaps a given span; null when none does. */
export function spanSearch<S extends Span>(spans: readonly S[]): (wanted: Span) => S | null {
  const sorted = spans.toSorted((a, b) => a.from - b.from)
  return wanted => {
    const last = sorted[countUpTo(sorted, ({ from }) => from <= wanted.to) - 1]
    return last !== undefined && last.to >= wanted.from ? last : null
  }
}

/** Spans that are added one by one, and how many of them overlap another; only spans that are named at first may come. */
export function overlapCounter(all: readonly Span[]) {
  const starts = fenwickTree(all.map(({ from }) => from))
  const ends = fenwickTree(all.map(({ to }) => to))
  return {
    add: ({ from, to }: Span): void => {
      starts.add(from)
      ends.add(to)
    },
    /** Those that begin before its end, without those that end before its beginning. */
    overlapping: ({ from, to }: Span): number => starts.upTo(to) - ends.upTo(from - 1),
  }
}

/** Counts numbers up to any other (Fenwick's tree). */
function fenwickTree(numbers: readonly number[]) {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
  const tree = new Int32Array(sorted.length + 1)
  const indexOf = (number: number): number => countUpTo(sorted, one => one <= number)
  return {
    add: (number: number): void => {
      for (let at = indexOf(number); at < tree.length; at += at & -at) tree[at]!++
    },
    upTo: (number: number): number => {
      let sum = 0
      for (let at = indexOf(number); at > 0; at -= at & -at) sum += tree[at]!
      return sum
    },
  }
}

/** How many things of a sorted list come before the first that is beyond. */
function countUpTo<Thing>(sorted: readonly Thing[], isBefore: (thing: Thing) => boolean): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(sorted[middle]!)) from = middle + 1
    else to = middle
  }
  return from
}
