import type { Snapshot } from '../engine/snapshot.ts'
import { hashOf } from './hash-of.ts'

/**
 * What a view makes of the past, in a word: two views with the same key show the same, up to the end of what is folded.
 * Empty where nothing is.
 */
export function viewKey({ layout, view }: Pick<Snapshot, 'layout' | 'view'>): string {
  const reach = layout.folds.reduce((far, { span }) => Math.max(far, span.to), 0)
  if (reach === 0) return ''
  const shown = view.filter(({ span }) => span.from <= reach)
  const read = shown.map(({ kind, span, message }) => (kind === 'verbatim' ? span.from : [kind, span, message]))
  return hashOf(JSON.stringify(read)).slice(0, 22)
}
