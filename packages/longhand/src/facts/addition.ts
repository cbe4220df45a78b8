import { bareFactsHeading } from './bare-fact-lines.ts'
import { ledger } from './choosing/ledger.ts'
import { type LedgerSize, ledgerSizes } from './choosing/ledger-size.ts'
import type { Passage } from './choosing/survey.ts'
import type { ExtractJob } from './extract-job.ts'
import { renderSections, type Section, sectionHeading } from './sections.ts'

/** The sections that quote passages. */
export type QuotedSection = 'goal' | 'constraints' | 'record' | 'state'

/** What an extract adds to the prose is made of, beside passages. */
export type AdditionContext = {
  readonly job: ExtractJob
  readonly files: string
  /** Where a passage is quoted. */
  readonly sectionOf: (passage: Passage) => QuotedSection
}

/** Everything except the prose, in sections. */
export function renderAddition(
  { sectionOf, files, job }: AdditionContext,
  passages: readonly Passage[],
  also: readonly string[],
): string {
  const sections = Map.groupBy(new Set(passages), sectionOf)
  const quote = (name: QuotedSection): string => ledger(sections.get(name) ?? [])
  const record = quote('record')
  return renderSections([
    { name: 'goal', text: quote('goal') },
    { name: 'constraints', text: [...(job.carried ?? []), quote('constraints')].join('\n') },
    { name: 'files', text: files },
    { name: 'record', text: also.length === 0 ? record : [record, bareFactsHeading, ...also].join('\n') },
    { name: 'state', text: quote('state') },
  ])
}

/** How many tokens the addition with the first so many passages has, by its lines: nothing is written. */
export function additionSizes(
  { sectionOf, files, job: { carried = [], count } }: AdditionContext,
  passages: readonly Passage[],
): (many: number) => number {
  const quoted = ledgerSizes(passages, sectionOf, count)
  const before = carried.map(line => `${line}\n`).join('')
  return many => {
    const sizes = quoted(many)
    const quote = (name: QuotedSection, before = ''): readonly LedgerSize[] => {
      const size = sizes.get(name)
      if (size === undefined) return written({ name, text: before })
      return [{ tokens: count(`${sectionHeading(name)}\n${before}`) + size.tokens, last: size.last }]
    }
    const all = [
      ...quote('goal'),
      ...quote('constraints', before),
      ...written({ name: 'files', text: files }),
      ...quote('record'),
      ...quote('state'),
    ]
    // Between sections is an empty line.
    return all.reduce(
      (sum, { tokens, last }, at) => sum + tokens + count(at < all.length - 1 ? `${last}\n\n` : last),
      0,
    )
  }
}

/** A section that quotes nothing, if there is anything in it. */
function written(section: Section): readonly LedgerSize[] {
  const last = renderSections([section])
  return last === '' ? [] : [{ tokens: 0, last }]
}
