import type { Branch } from './branch.ts'
import type { MessageEntry } from './entry.ts'
import { readable } from './exchange.ts'
import { type Fold, foldMessage, type TextFold, type TrimFold } from './fold.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { Message } from './message.ts'
import type { Span } from './span.ts'
import { trim } from './trim.ts'

/** What the model reads from a head. */
export type View = readonly ViewMessage[]

/** One message of a view, and the stretch of the branch it stands for. */
export type ViewMessage = {
  readonly kind: 'verbatim' | 'trimmed' | 'summary' | 'digest' | 'stand-in'
  readonly message: Message
  readonly span: Span
  readonly count: number
}

/** The view of a branch: the branch as it is, or with each fold in the place of its span. Same branch, same bytes. */
export function view(branch: Branch): View {
  return viewOf(layoutOf(branch))
}

/** The same for a branch that is laid out already. */
export function viewOf({ folds, shown: exchanges }: Layout): View {
  const texts = folds.filter(isText).toSorted((a, b) => a.span.from - b.span.from)
  let next = 0
  const trims = new Map(folds.flatMap(fold => (fold.type === 'trim' ? [[fold.span.from, fold] as const] : [])))
  const read: ViewMessage[] = []
  for (const exchange of exchanges) {
    const start = exchange.messages[0]!.depth
    while (next < texts.length && texts[next]!.span.from <= start) read.push(asView(texts[next++]!))
    const { shown, missing } = readable(exchange)
    for (const entry of shown) read.push(verbatim(entry, trims.get(entry.depth)))
    if (missing !== null) read.push(standIn(missing, exchange.messages.at(-1)!.depth))
  }
  return [...read, ...texts.slice(next).map(asView)]
}

/** Just the messages of a view, as they go to the model. */
export const modelMessages = (read: View): readonly Message[] => read.map(({ message }) => message)

const isText = (fold: Fold): fold is TextFold => fold.type !== 'trim'

const asView = (fold: TextFold): ViewMessage => ({
  kind: fold.type,
  message: foldMessage(fold),
  span: fold.span,
  count: fold.count,
})

function verbatim(entry: MessageEntry, fold: TrimFold | undefined): ViewMessage {
  const span = { from: entry.depth, to: entry.depth }
  if (fold === undefined) return { kind: 'verbatim', message: entry.message, span, count: entry.count }
  return { kind: 'trimmed', message: trim(entry, fold.limit), span, count: fold.count }
}

/** The count of a stand-in is a fixed small text per call; an estimate is enough. */
const standIn = (message: Message, depth: number): ViewMessage => ({
  kind: 'stand-in',
  message,
  span: { from: depth, to: depth },
  count: message.parts.length * 20,
})
