import { escapeControlText } from '../escape-control-text.ts'
import type { Origin } from '../reading/quote.ts'
import type { Passage } from './survey.ts'

/** Chosen passages as readable text: in chronological order, grouped by origin, with gaps marked. */
export function ledger(chosen: readonly Passage[]): string {
  const groups = new Map<Origin, Passage[]>()
  for (const passage of chosen.toSorted((a, b) => a.order - b.order)) {
    const group = groups.get(passage.quote.origin)
    if (group === undefined) groups.set(passage.quote.origin, [passage])
    else group.push(passage)
  }
  // A call stands where it was answered, and calls of one step are answered later than all of them are made.
  const inOrder = [...groups].toSorted(([a], [b]) => a.number - b.number)
  return inOrder.map(([origin, passages]) => paragraph(origin, passages)).join('\n')
}

function paragraph(origin: Origin, passages: readonly Passage[]): string {
  const lines = passages.filter(({ quote }) => quote.kind !== 'call')
  const texts = lines.map((passage, at) => {
    const place = at === 0 ? 'first' : 'later'
    return lineText(passage, place, hasGap(passage, lines[at + 1]))
  })
  if (origin.call !== null) texts.unshift(callHeading(origin, lines.length < passages.length ? 'whole' : 'short'))
  return texts.join('\n')
}

/** A passage as a line. The first one of what was said stands behind who said it. */
export function lineText({ quote }: Passage, place: 'first' | 'later', isBeforeGap: boolean): string {
  const head = place === 'first' && quote.origin.call === null ? speakerOf(quote.origin) : ''
  return `${head} ${marks[quote.kind]}${quote.line.escaped}${isBeforeGap ? ' …' : ''}`
}

/** The line above what belongs to a call: the call itself where it is quoted. */
export function callHeading(origin: Origin, length: 'whole' | 'short'): string {
  const call = length === 'whole' ? origin.call!.line : origin.call!.label
  return `${speakerOf(origin)} ${escapeControlText(call)}${failureMark(origin)}`
}

const speakerOf = ({ number, speaker }: Origin): string => `¶${number} ${speaker}:`

const marks = {
  said: '',
  code: '',
  call: '',
  command: '$ ',
  written: '+ ',
  replaced: '- ',
  argument: '',
  output: '',
} as const

const failureMark = ({ call }: Origin): string =>
  call?.outcome === 'error' ? ' (failed)' : call?.outcome === 'denied' ? ' (denied)' : ''

/** Whether lines of the originals are left out between two passages. */
export const hasGap = (passage: Passage, next: Passage | undefined): boolean =>
  next !== undefined && next.order > passage.order + 1

/** A line of a ledger without what it has around its words: as that, it was read before. No name stands in what is left out. */
export const unmarked = (line: string): string => line.replace(marksBefore, '').replace(/ …$/, '')

const marksBefore = /^(?:¶\d+ [a-z]+: | )?(?:[$+-] )?/
