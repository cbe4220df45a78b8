import { isDecision, isError } from '../../facts/reading/cues.ts'
import type { SectionName } from '../../facts/sections.ts'
import { type SummaryItem, type SummarySection, sectionLabels } from './summary-items.ts'

/**
 * The sections of a summary, and those that it lacks but its record tells of: what was decided, which code was written,
 * what went wrong. The record itself stays as it is.
 */
export function withReadRecord(sections: readonly SummarySection[]): readonly SummarySection[] {
  const record = joinedBySource(sections.find(({ name }) => name === 'record')?.items ?? [])
  const has = new Set(sections.map(({ name }) => name))
  const read = readers
    .filter(([name]) => !has.has(name))
    .map(([name, reader]) => ({ name, items: reader(record) }))
    .filter(({ items }) => items.length > 0)
  return [...sections, ...read].toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

const order = Object.keys(sectionLabels)

type Reader = (record: readonly SummaryItem[]) => readonly SummaryItem[]

const readers: readonly (readonly [SectionName, Reader])[] = [
  ['decisions', decisionsIn],
  ['code', codeIn],
  ['errors', errorsIn],
]

/** What one message said, or one call did, as one item, whatever part of the record it stands in. */
function joinedBySource(items: readonly SummaryItem[]): readonly SummaryItem[] {
  const joined = new Map<string, { readonly item: SummaryItem; readonly lines: string[] }>()
  for (const item of items) {
    const lines = item.text.split('\n')
    const key = JSON.stringify([item.numbers, item.speaker, item.speaker === 'tool' ? lines[0] : ''])
    const same = joined.get(key)
    if (same === undefined) joined.set(key, { item, lines })
    else for (const line of item.speaker === 'tool' ? lines.slice(1) : lines) same.lines.push(line)
  }
  return [...joined.values()]
    .map(({ item, lines }) => ({ ...item, text: lines.join('\n') }))
    .toSorted((a, b) => (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0))
}

const linesIn = ({ text }: SummaryItem): readonly string[] =>
  text
    .split('\n')
    .map(line => line.replace(/ …$/, ''))
    .filter(line => line !== '')

/** Of each message the sentence that decides; one that was said again stands once. */
function decisionsIn(record: readonly SummaryItem[]): readonly SummaryItem[] {
  const decided = new Map<string, SummaryItem & { readonly numbers: number[] }>()
  for (const item of record) {
    if (item.speaker !== 'assistant' && item.speaker !== 'person') continue
    const sentences = linesIn(item)
      .filter(line => !isCode(line))
      .flatMap(line => line.split(sentenceEnd))
      .filter(sentence => sentence.length >= minSentence && !sentence.endsWith('?') && isDecision(sentence))
    const text = sentences.find(sentence => choice.test(sentence)) ?? sentences[0]
    if (text === undefined) continue
    const same = decided.get(text)
    if (same === undefined) decided.set(text, { ...item, text, numbers: [...item.numbers] })
    else for (const number of item.numbers) same.numbers.push(number)
  }
  const choices = [...decided.values()].filter(({ text }) => choice.test(text))
  // Reasons stand for choices only where nobody put one in words.
  return choices.length > 0 ? choices : [...decided.values()]
}

const sentenceEnd = /(?<=[^\s.]{2}[.!?])\s+/

/** "Let's go with that." decides nothing that can be read without what came before. */
const minSentence = 30

/** Words for a choice, rather than for its reason. */
const choice = /\b(?:decided|decision|agreed|chose|chosen|opted|settled on|go(?:ing)? with|instead of|rather than)\b/i

/** The lines of code that one message or call wrote, under the name of what they define. */
function codeIn(record: readonly SummaryItem[]): readonly SummaryItem[] {
  return record.flatMap(item => {
    const lines = linesIn(item)
    const code =
      item.speaker === 'tool'
        ? lines.filter(line => /^[+-] /.test(line)).map(line => line.slice(2).replace(/^content: /, ''))
        : lines.filter(isCode)
    if (code.length === 0 || item.speaker === 'person') return []
    const written = item.speaker === 'tool' ? pathIn(lines[0]!) : null
    const name = code.map(definedIn).find(found => found !== null) ?? written ?? shortened(code[0]!)
    return [{ ...item, text: [`\`${name.replaceAll('`', "'")}\``, ...code].join('\n') }]
  })
}

/** Whether a line of a message was between fences, as far as the line itself tells. */
const isCode = (line: string): boolean =>
  !sentence.test(line) && (codeStart.test(line) || (codeEnd.test(line) && !words.test(line)))

const sentence = /[a-z]{2}[.!?:]$/
const words = /(?:[a-z]{2,20} ){3}[a-z]{2}/
const codeStart = /^(?:import|export|const|let|function|class|def|return|await|create table|alter table|insert into) /
const codeEnd = /(?:[{;]|[\w'"\])]\)[,;]?)$/

/** `flush(pool, batch)`, `create view orders_for_accounting`: what a line gives a name to. */
function definedIn(line: string): string | null {
  const called = /\b(?:function|def|fn|func) +(\w{2,60}\([^()]{0,80}\))/.exec(line)
  if (called !== null) return called[1]!
  const made = /^(create (?:unique )?(?:table|view|index|type|function) \w{2,60})/i.exec(line)
  if (made !== null) return made[1]!
  return /\b(?:class|interface|type) \w{2,60}/.exec(line)?.[0] ?? null
}

const shortened = (line: string): string => (line.length > maxName ? `${line.slice(0, maxName)}…` : line)
const maxName = 40

const pathIn = (call: string): string | null => call.split(' ').find(word => /[/.]\w/.test(word)) ?? null

/** What failed, and what was said about it next. */
function errorsIn(record: readonly SummaryItem[]): readonly SummaryItem[] {
  const answers = answersAfter(record)
  return record.flatMap((item, at) => {
    const [head = '', ...printed] = linesIn(item)
    if (item.speaker !== 'tool' || !head.endsWith('(failed)')) return []
    const error = (printed.find(line => namedError.test(line)) ?? printed.find(isError) ?? head).replace(
      /^error: '?|'$/gi,
      '',
    )
    const next = answers[at]
    const isAboutIt = next !== undefined && (next.numbers[0] ?? 0) - (item.numbers[0] ?? 0) <= maxFixDistance
    return isAboutIt && next.text !== ''
      ? [{ ...item, text: `${error} → ${next.text}`, numbers: [...item.numbers, ...next.numbers] }]
      : [{ ...item, text: error }]
  })
}

/** For each item the first sentence of the answer that comes next. */
function answersAfter(record: readonly SummaryItem[]): readonly (SummaryItem | undefined)[] {
  let next: SummaryItem | undefined
  return record
    .toReversed()
    .map(item => {
      const after = next
      if (item.speaker === 'assistant') next = { ...item, text: linesIn(item)[0]?.split(sentenceEnd)[0] ?? '' }
      return after
    })
    .toReversed()
}

const namedError = /error: |Error\b|exception/

/** What is said later is about something else. */
const maxFixDistance = 3
