import { isKeptIn } from '../../core/fold.ts'
import type { Retention } from '../../facts/retention.ts'
import type { FoldJob } from './fold-job.ts'

/** A text that leaves facts out says so, and how many. */
export function truncationMark({ span }: Pick<FoldJob, 'span'>, { facts, leftOut }: FactCounts): string {
  const [first, last] = [span[0]?.number ?? 0, span.at(-1)?.number ?? 0]
  return `[¶${first}–¶${last} are shortened to what fits: ${leftOut} of ${facts} facts are left out. They are stored in full and can be searched.]\n\n`
}

type FactCounts = { readonly facts: number; readonly leftOut: number }

export const countsIn = ({ kinds }: Pick<Retention, 'kinds'>): FactCounts => ({
  facts: Object.values(kinds).reduce((sum, { total }) => sum + total, 0),
  leftOut: Object.values(kinds).reduce((sum, { total, kept }) => sum + total - kept, 0),
})

/**
 * Messages of the span that stay word for word stand after its text. Without this, a request would read as if it were
 * new, although the text tells what was done about it.
 */
export function keptMark({ span, blank }: Pick<FoldJob, 'span' | 'blank'>): string {
  const isKept = isKeptIn(blank)
  const lastFolded = span.findLast(entry => !isKept(entry))
  if (lastFolded === undefined) return ''
  const kept = span.filter(entry => isKept(entry) && entry.number < lastFolded.number).map(({ number }) => `¶${number}`)
  if (kept.length === 0) return ''
  const named = kept.slice(0, maxNamed).join(', ')
  const more = kept.length > maxNamed ? ` and ${kept.length - maxNamed} more` : ''
  return `[Kept word for word below this record: ${named}${more}. Lines here with higher numbers came later.]\n\n`
}

const maxNamed = 12

/** C20 prose that was written before some of the span was said must not read as if it were the last word. */
export function proseMark({ span, kept }: Pick<FoldJob, 'span' | 'kept'>): string {
  const to = kept?.as === 'prose' ? kept.prose.span.to : Number.POSITIVE_INFINITY
  const last = span.findLast(({ depth }) => depth <= to)
  if (last === undefined || last === span.at(-1)) return ''
  return `[The account up to the first line with a ¶ was written at ¶${last.number}. Lines with higher numbers came later and count where they differ.]\n\n`
}
