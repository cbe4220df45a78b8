import { linesOf } from './reading/lines.ts'
import { messageText } from './reading/message-text.ts'
import type { NumberedMessage } from './reading/quote.ts'
import { linesHold } from './reading/sentence-search.ts'

/** The sections of a summary, in the order they are read. `record` holds what code kept word for word. */
export const sectionTitles = {
  goal: 'Goal',
  constraints: 'Constraints and preferences',
  decisions: 'Decisions',
  files: 'Files',
  code: 'Code worth keeping',
  errors: 'Errors and fixes',
  commands: 'Commands and results',
  state: 'State',
  next: 'Next steps',
  questions: 'Open questions',
  record: 'Record',
} as const

export type SectionName = keyof typeof sectionTitles

export type Section = { readonly name: SectionName; readonly text: string }

/** Sections as a text, those without text left out. */
export function renderSections(sections: readonly Section[]): string {
  return sections
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, text }) => `${sectionHeading(name)}\n${text.trim()}`)
    .join('\n\n')
}

export const sectionHeading = (name: SectionName): string => `## ${sectionTitles[name]}`

/** The sections of a summary; text under other headings, or under none, is left out. */
export function parseSections(text: string): readonly Section[] {
  const found: { name: SectionName | null; lines: string[] }[] = [{ name: null, lines: [] }]
  for (const line of text.split('\n')) {
    const heading = /^#{1,4} +(.{1,80})$/.exec(line)
    if (heading === null) found.at(-1)!.lines.push(line)
    else found.push({ name: sectionOf(heading[1]!), lines: [] })
  }
  return found.flatMap(({ name, lines }) => (name === null ? [] : [{ name, text: lines.join('\n').trim() }]))
}

/** The constraints of a text that come from no message: a person added them to it, so they are kept. */
export function carriedConstraints(text: string, messages: readonly NumberedMessage[]): readonly string[] {
  const sections = parseSections(text).filter(({ name }) => name === 'constraints')
  const lines = sections
    .flatMap(({ text }) => text.split('\n'))
    .filter(line => line.trim() !== '' && !line.includes('¶'))
  if (lines.length === 0) return []
  const said = linesHold(
    messages.flatMap(({ message }) => linesOf(messageText(message))),
    lines,
  )
  return lines.filter(line => !said(line))
}

/** Which section a heading stands for, in whatever words. */
export function sectionOf(heading: string): SectionName | null {
  const words = heading.toLowerCase()
  return cues.find(([, cue]) => cue.test(words))?.[0] ?? null
}

const cues: readonly (readonly [SectionName, RegExp])[] = [
  ['constraints', /constraint|preference|requirement|user message/],
  ['decisions', /decision|technical concept|why/],
  ['errors', /error|fix|problem/],
  ['files', /file/],
  ['code', /code/],
  ['commands', /command|result/],
  ['next', /next|pending|todo|remaining/],
  ['questions', /question/],
  ['state', /state|status|progress|current|done/],
  ['goal', /goal|intent|request|task|purpose|objective/],
  ['record', /record|ledger/],
]
