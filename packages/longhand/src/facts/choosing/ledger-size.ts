import type { CountTokens } from '../../core/count.ts'
import type { Origin } from '../reading/quote.ts'
import { callHeading, hasGap, lineText } from './ledger.ts'
import type { Passage } from './survey.ts'

/** How large a ledger is: the tokens of all its lines but the last, each with its line break, and the last one. */
export type LedgerSize = { readonly tokens: number; readonly last: string }

/**
 * The sizes of the ledgers that the first of some passages make, one in each of their sections, without writing them: no
 * line is counted twice, however many sizes are asked for.
 */
export function ledgerSizes<Section>(
  passages: readonly Passage[],
  sectionOf: (passage: Passage) => Section,
  count: CountTokens,
): (many: number) => ReadonlyMap<Section, LedgerSize> {
  const places = new Map<Passage, number>()
  passages.forEach((passage, at) => {
    if (!places.has(passage)) places.set(passage, at)
  })
  const inOrder = [...places.keys()].toSorted((a, b) => a.order - b.order)
  const placeOf = Int32Array.from(inOrder, passage => places.get(passage)!)
  const groupOf = groupsIn(inOrder, sectionOf)
  const groups = [...new Set(groupOf)]
  // Of each line: within its group or as its first, and each of these before a gap or not.
  const counts = new Float64Array(4 * inOrder.length)

  const textAt = (at: number, isBeforeGap: boolean): string =>
    lineText(inOrder[at]!, groupOf[at]!.first === at ? 'first' : 'later', isBeforeGap)

  const tokensAt = (at: number, isBeforeGap: boolean): number => {
    const place = 4 * at + (groupOf[at]!.first === at ? 2 : 0) + (isBeforeGap ? 1 : 0)
    // No line has no tokens.
    if (counts[place] === 0) counts[place] = count(`${textAt(at, isBeforeGap)}\n`)
    return counts[place]!
  }

  const headingTokens = (group: Group<Section>): number => {
    const { headings, isCallQuoted } = group
    headings[Number(isCallQuoted)] ??= count(`${headingOf(group)}\n`)
    return headings[Number(isCallQuoted)]!
  }

  /** The groups of the first passages, in the order in which they begin. */
  const read = (many: number): readonly Group<Section>[] => {
    const found: Group<Section>[] = []
    for (const group of groups) Object.assign(group, empty)
    for (let at = 0; at < inOrder.length; at++) {
      if (placeOf[at]! >= many) continue
      const group = groupOf[at]!
      if (!group.isQuoted) found.push(group)
      group.isQuoted = true
      if (inOrder[at]!.quote.kind === 'call') group.isCallQuoted = true
      else {
        if (group.last < 0) group.first = at
        else group.tokens += tokensAt(group.last, hasGap(inOrder[group.last]!, inOrder[at]))
        group.last = at
      }
    }
    return found
  }

  /** A group in two: its last line, and the tokens of what stands before that. */
  const sizeOf = (group: Group<Section>): LedgerSize => {
    if (group.last < 0) return { tokens: 0, last: headingOf(group) }
    const heading = group.origin.call === null ? 0 : headingTokens(group)
    return { tokens: heading + group.tokens, last: textAt(group.last, false) }
  }

  return many => {
    const quoted = Map.groupBy(read(many), ({ section }) => section)
    const sizes = [...quoted].map(([section, groups]) => {
      const last = groups.reduce((a, b) => (b.origin.number >= a.origin.number ? b : a))
      const end = sizeOf(last)
      const tokens = groups.reduce((sum, group) => (group === last ? sum : sum + wholeTokens(group)), end.tokens)
      return [section, { tokens, last: end.last }] as const
    })
    return new Map(sizes)
  }

  function wholeTokens(group: Group<Section>): number {
    const heading = group.origin.call === null ? 0 : headingTokens(group)
    return heading + group.tokens + (group.last < 0 ? 0 : tokensAt(group.last, false))
  }
}

/** A stretch of a ledger: what is quoted of one origin. */
type Group<Section> = {
  readonly origin: Origin
  readonly section: Section
  isQuoted: boolean
  isCallQuoted: boolean
  /** Its first and its last line so far, −1 for none, and the tokens of all but the last. */
  first: number
  last: number
  tokens: number
  /** The tokens of its heading, in short and with the whole call, once they were counted. */
  readonly headings: number[]
}

const empty = { isQuoted: false, isCallQuoted: false, first: -1, last: -1, tokens: 0 }

const headingOf = ({ origin, isCallQuoted }: Group<unknown>): string =>
  callHeading(origin, isCallQuoted ? 'whole' : 'short')

/** The group of each passage. */
function groupsIn<Section>(
  passages: readonly Passage[],
  sectionOf: (passage: Passage) => Section,
): readonly Group<Section>[] {
  const found = new Map<Section, Map<Origin, Group<Section>>>()
  return passages.map(passage => {
    const section = sectionOf(passage)
    const { origin } = passage.quote
    const inSection = found.get(section) ?? new Map<Origin, Group<Section>>()
    found.set(section, inSection)
    const group = inSection.get(origin) ?? { origin, section, headings: [], ...empty }
    inSection.set(origin, group)
    return group
  })
}
