import { type Branch, messagesOf } from './branch.ts'
import type { CompactionEntry, MessageEntry } from './entry.ts'
import type { TrimFold } from './fold.ts'
import { layoutOf, type Shield } from './layout.ts'
import type { Message, Role } from './message.ts'
import { trim } from './trim.ts'
import { viewOf } from './view.ts'

/** Which messages to cut, and how many characters each output or text keeps. */
export type TrimRequest = {
  /** `answered`: all but those that the model has not read yet. A message is named by its ¶ when a person asks for it. */
  readonly which: 'old' | 'recent' | 'answered' | 'all' | { readonly number: number }
  readonly maxOutputLength: number
}

/** Characters that a trimmed output keeps: what is usually enough, and less where that does not fit. */
export const trimLimits = [2_000, 800, 300] as const

/** How many messages at the end are recent. */
const recentMessages = 6

/** The messages that a request is about. */
function inRange(messages: readonly MessageEntry[], which: TrimRequest['which']): readonly MessageEntry[] {
  if (typeof which === 'object') return messages.filter(({ number }) => number === which.number)
  if (which === 'all') return messages
  if (which === 'recent') return messages.slice(-recentMessages)
  if (which === 'old') return messages.slice(0, -recentMessages)
  return messages.slice(0, messages.findLastIndex(({ message }) => message.role === 'assistant') + 1)
}

/** P3 the trims that would make a view smaller: its long tool outputs, or some of them, or the named message, unless they are protected. */
export function trimsOf(
  branch: Branch,
  { which, maxOutputLength }: TrimRequest,
  count: (message: Message) => number,
): readonly TrimFold[] {
  const layout = layoutOf(branch)
  const shown = new Map(
    viewOf(layout).flatMap(({ kind, span, count: tokens }) =>
      kind === 'verbatim' || kind === 'trimmed' ? [[span.from, tokens]] : [],
    ),
  )
  return inRange(messagesOf(branch), which).flatMap((entry): readonly TrimFold[] => {
    const tokens = shown.get(entry.depth)
    if (tokens === undefined || !mayTrim(layout.shields.get(entry.depth) ?? null, entry.message.role, which)) return []
    const trimmed = count(trim(entry, maxOutputLength))
    if (trimmed >= tokens) return []
    return [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit: maxOutputLength, count: trimmed }]
  })
}

/** V13 a person may have any message but answers and what is protected cut, even the opening; by itself only tool outputs are. */
export function mayTrim(shield: Shield | null, role: Role, which: TrimRequest['which']): boolean {
  if (typeof which !== 'object') return role === 'tool' && shield === null
  return (role === 'user' || role === 'tool') && shield !== 'protected'
}

/** The compaction in force with these trims on top. A shorter cut takes the place of a longer one. */
export function withTrims(
  base: CompactionEntry | null,
  trims: readonly TrimFold[],
): Omit<CompactionEntry, 'id' | 'depth'> {
  const cut = new Set(trims.map(({ span }) => span.from))
  const others = (base?.folds ?? []).filter(({ type, span }) => type !== 'trim' || !cut.has(span.from))
  return {
    type: 'compaction',
    version: (base?.version ?? 0) + 1,
    base: base?.id ?? null,
    edits: null,
    folds: [...others, ...trims].toSorted((a, b) => a.span.from - b.span.from),
  }
}
