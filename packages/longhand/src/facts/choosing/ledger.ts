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
  const texts = lines.map(
    (passage, at) => marks[passage.quote.kind] + passage.quote.line.escaped + gap(passage, lines[at + 1]),
  )
  const head = `¶${origin.number} ${origin.speaker}:`
  if (origin.call === null) return `${head} ${texts.join('\n ')}`
  const call = lines.length < passages.length ? origin.call.line : origin.call.label
  return [`${head} ${escapeControlText(call)}${failureMark(origin)}`, ...texts.map(text => ` ${text}`)].join('\n')
}

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

const gap = (passage: Passage, next: Passage | undefined): string =>
  next !== undefined && next.order > passage.order + 1 ? ' …' : ''

/** A line of a ledger without what it has around its words: as that, it was read before. No name stands in what is left out. */
export const unmarked = (line: string): string => line.replace(marksBefore, '').replace(/ …$/, '')

const marksBefore = /^(?:¶\d+ [a-z]+: | )?(?:[$+-] )?/
