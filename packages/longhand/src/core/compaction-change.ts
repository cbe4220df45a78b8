import { type Branch, messagesOf } from './branch.ts'
import type { CompactionEntry } from './entry.ts'
import type { Fold, TextFold } from './fold.ts'

/** What a compaction changed of the view before it. `number`: the message that it cut, when it is only one. */
export type CompactionChange =
  | { readonly type: 'folded' | 'edited' }
  | { readonly type: 'trimmed'; readonly number: number | null }

/** What undoing or redoing a compaction of this branch is about. */
export function changeOf(branch: Branch, id: string): CompactionChange {
  const compactions = branch.filter(entry => entry.type === 'compaction')
  const entry = compactions.find(one => one.id === id)
  const base = compactions.find(one => one.id === entry?.base) ?? null
  if (entry === undefined) return { type: 'folded' }
  if (entry.edits !== null) return { type: 'edited' }
  if (!isOnlyTrims(entry, base)) return { type: 'folded' }
  const cut = newTrims(entry, base)
  const numbers = messagesOf(branch).flatMap(({ depth, number }) => (cut.has(depth) ? [number] : []))
  return { type: 'trimmed', number: numbers.length === 1 ? numbers[0]! : null }
}

/** Whether a compaction has the texts of its base and more cuts. */
export function isOnlyTrims({ folds, edits }: CompactionEntry, base: CompactionEntry | null): boolean {
  const [own, before] = [textsIn(folds), textsIn(base?.folds ?? [])]
  const isSame = (fold: TextFold, at: number) =>
    fold.text === before[at]!.text && fold.span.from === before[at]!.span.from && fold.span.to === before[at]!.span.to
  return edits === null && own.length === before.length && own.every(isSame)
}

/** The depths of the messages that a compaction cuts further than its base does. */
export function newTrims({ folds }: CompactionEntry, base: CompactionEntry | null): ReadonlySet<number> {
  const before = new Set(base?.folds.map(cutOf))
  return new Set(folds.flatMap(fold => (fold.type === 'trim' && !before.has(cutOf(fold)) ? [fold.span.from] : [])))
}

const textsIn = (folds: readonly Fold[]): readonly TextFold[] => folds.filter(fold => fold.type !== 'trim')

const cutOf = (fold: Fold): string => (fold.type === 'trim' ? `${fold.span.from} ${fold.limit}` : '')
