import { activeCompaction, type Branch, messagesOf } from './branch.ts'
import type { CompactionEntry, MessageEntry } from './entry.ts'
import { type Exchange, exchanges } from './exchange.ts'
import type { Fold } from './fold.ts'
import { isFromPerson } from './person-text.ts'
import { contains, overlapCounter, type Span, spanSearch } from './span.ts'

/** What follows from the entries of a branch for its readers: what is folded, what is shown, what must stay. */
export type Layout = {
  /** The compaction in force, and those of its folds that have an effect: what is protected is not cut. */
  readonly current: CompactionEntry | null
  readonly folds: readonly Fold[]
  /** The messages that the view shows as themselves, oldest first. Results that belong to no call are not among them. */
  readonly shown: readonly Exchange[]
  /** Why a message is never folded, by depth. */
  readonly shields: ReadonlyMap<number, Shield>
}

/** Why a message is never folded. */
export type Shield = 'opening' | 'protected'

/** A branch laid out, and what it takes to go on when more messages come. */
export type LaidOut = {
  readonly branch: Branch
  readonly layout: Layout
  /** How many of the exchanges shown were laid out before, and how many no later message can change. */
  readonly known: number
  readonly settled: number
  /** What people have protected, and how far that and the folds reach: what comes after changes nothing before it. */
  readonly protectedSpans: readonly Span[]
  readonly reach: number
  readonly last: LastExchange
}

/** The last exchange, of all messages and of those shown: the next message may belong to it. */
type LastExchange = {
  readonly all: readonly MessageEntry[]
  readonly shown: readonly MessageEntry[]
  /** Whether the opening goes on up to it. */
  readonly isInOpening: boolean
}

/** Lays a branch out in one pass, for its view and its plan alike. */
export const layoutOf = (branch: Branch): Layout => layOut(branch, null).layout

/** The same for a branch of which a part may be laid out already: then only the messages that came since are read. */
export function layOut(branch: Branch, before: LaidOut | null): LaidOut {
  const added = before === null ? null : messagesSince(before, branch)
  return added === null ? layOutAll(branch) : layOutMore(before!, branch, added)
}

function layOutAll(branch: Branch): LaidOut {
  const current = activeCompaction(branch)
  const spans = protectedSpans(branch)
  const protectedAt = spanSearch(spans)
  const messages = messagesOf(branch)
  const all = exchanges(messages)
  const { shields, isInOpening } = shieldsOf(all, protectedAt)
  // What was protected after it was cut is whole again. The opening is cut only when a person names it.
  const folds = (current?.folds ?? []).filter(
    ({ type, span }) => type !== 'trim' || shields.get(span.from) !== 'protected',
  )
  const isShown = isShownUnder(folds, protectedAt)
  const shown = messages.filter(({ depth }) => isShown(depth))
  const whole = shown.length === messages.length ? all : exchanges(shown)
  return laidOut({
    ...{ branch, protectedSpans: spans, known: 0 },
    reach: [...spans, ...(current?.folds ?? []).map(({ span }) => span)].reduce((far, { to }) => Math.max(far, to), 0),
    layout: { current, folds, shown: whole.filter(isNoOrphan), shields },
    last: { all: lastOf(all), shown: lastOf(whole), isInOpening },
  })
}

/** The messages that came after a branch was laid out; null when something else has happened too. */
function messagesSince({ branch: before, reach }: LaidOut, branch: Branch): readonly MessageEntry[] | null {
  for (let at = 0; at < before.length; at++) if (before[at] !== branch[at]) return null
  const entries = branch.slice(before.length)
  const added = messagesOf(entries)
  return added.length === entries.length && added.every(({ depth }) => depth > reach) ? added : null
}

function layOutMore(before: LaidOut, branch: Branch, added: readonly MessageEntry[]): LaidOut {
  if (added.length === 0) return before
  const { layout, last, protectedSpans: spans, reach, settled: known } = before
  const all = exchanges([...last.all, ...added])
  const whole = last.shown === last.all ? all : exchanges([...last.shown, ...added])
  const { shields: more, isInOpening } = shieldsOf(all, spanSearch(spans), last.isInOpening)
  return laidOut({
    ...{ branch, protectedSpans: spans, reach, known },
    layout: {
      ...layout,
      shown: layout.shown.slice(0, known).concat(whole.filter(isNoOrphan)),
      shields: more.size === 0 ? layout.shields : new Map([...layout.shields, ...more]),
    },
    last: { all: lastOf(all), shown: whole === all ? lastOf(all) : lastOf(whole), isInOpening },
  })
}

/** The last exchange may still grow, unless it is not shown at all. */
function laidOut(found: Omit<LaidOut, 'settled'>): LaidOut {
  const { shown } = found.layout
  return { ...found, settled: shown.length - (shown.at(-1)?.messages === found.last.shown ? 1 : 0) }
}

const isNoOrphan = ({ state }: Exchange): boolean => state !== 'orphan'

const none: readonly MessageEntry[] = []

const lastOf = (all: readonly Exchange[]): readonly MessageEntry[] => all.at(-1)?.messages ?? none

/** The protected span that overlaps another; null when none does. */
type SpanAt = (span: Span) => Span | null

/** The shielded messages of a branch by depth: its opening, and every exchange that holds a protected message. */
export const shields = (branch: Branch): Layout['shields'] =>
  shieldsOf(exchanges(messagesOf(branch)), spanSearch(protectedSpans(branch))).shields

/** The same for exchanges, and whether the opening goes on up to the last of them. */
function shieldsOf(all: readonly Exchange[], protectedAt: SpanAt, isFirst = true) {
  const found = new Map<number, Shield>()
  let opening = isFirst
  let isInOpening = isFirst
  for (const [at, exchange] of all.entries()) {
    isInOpening = opening
    const shield = opening ? 'opening' : protectedAt(spanOf(exchange)) !== null ? 'protected' : null
    if (shield !== null) for (const { depth } of exchange.messages) found.set(depth, shield)
    opening &&= isLeadIn(exchange.messages[0]!, all[at + 1]?.messages[0])
  }
  return { shields: found as Layout['shields'], isInOpening }
}

/**
 * Whether the opening goes on after a message: it runs up to the person's first words, over what the system and programs
 * said before them. When the model answers first, what it answered was the task.
 */
function isLeadIn({ number, message }: MessageEntry, next: MessageEntry | undefined): boolean {
  if (message.role === 'system') return true
  if (message.role !== 'user' || isFromPerson(message)) return false
  // After a gap comes something else: the messages in between are folded.
  return next?.number === number + 1 && next.message.role !== 'assistant'
}

export const spanOf = ({ messages }: Pick<Exchange, 'messages'>): Span => ({
  from: messages[0]!.depth,
  to: messages.at(-1)!.depth,
})

/** What people have protected and not released since. */
export function protectedSpans(branch: Branch): readonly Span[] {
  const protections = branch.filter(entry => entry.type === 'protection')
  const later = overlapCounter(protections.map(({ span }) => span))
  const spans: Span[] = []
  // The last action on a message counts, for the whole span it was made for.
  for (const { span, action } of protections.toReversed()) {
    if (action === 'protect' && later.overlapping(span) === 0) spans.push(span)
    later.add(span)
  }
  return spans.reverse()
}

/** Whether a message, by its depth, is still shown in the view as itself. */
export function isShownUnder(folds: readonly Fold[], protectedAt: SpanAt): (depth: number) => boolean {
  const texts = folds.filter(fold => fold.type !== 'trim')
  if (texts.length === 0) return () => true
  const foldAt = spanSearch(texts.map(({ span }) => span))
  const kept = new Set(texts.flatMap(fold => fold.kept.filter(depth => contains(fold.span, depth))))
  return depth => {
    const here = { from: depth, to: depth }
    // Protecting a folded message brings it back at once, not only at the next compaction.
    return foldAt(here) === null || kept.has(depth) || protectedAt(here) !== null
  }
}

/**
 * The same branch without what its view no longer needs: folded messages and the compactions before the active one.
 * What is left is bounded by the window, however long the history is. To undo a compaction, start from the whole branch.
 */
export function shorten(branch: Branch): Branch {
  const current = activeCompaction(branch)
  if (current === null) return branch
  const spans = protectedSpans(branch)
  const isShown = isShownUnder(current.folds, spanSearch(spans))
  const active = new Set(spans)
  return branch.filter(entry => {
    if (entry.type === 'message') return isShown(entry.depth)
    if (entry.type === 'protection') return entry.action === 'protect' && active.has(entry.span)
    return entry === current
  })
}
