import type { Branch } from './branch.ts'
import { checkItems, givenEntries } from './check-items.ts'
import type { MessageEntry } from './entry.ts'
import { readable } from './exchange.ts'
import { type Fold, foldMessage, type TextFold, type TrimFold } from './fold.ts'
import { type LaidOut, type Layout, layoutOf } from './layout.ts'
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
  checkItems(branch, givenEntries)
  return viewOf(layoutOf(branch))
}

/** The same for a branch that is laid out already. */
export const viewOf = (layout: Layout): View => readView({ layout, known: 0, settled: layout.shown.length }, null).view

/** A view, and what it takes to go on when its branch grows. */
export type ReadView = {
  readonly view: View
  readonly texts: readonly TextFold[]
  readonly trims: ReadonlyMap<number, TrimFold>
  /** What is in the view, and how many texts are among it, before the exchanges that may still change. */
  readonly settled: { readonly messages: number; readonly texts: number }
}

/** The same for a branch that has perhaps grown: of its view from before, only the end is made anew. */
export function readView(
  { layout: { folds, shown: exchanges }, known, settled }: Pick<LaidOut, 'layout' | 'known' | 'settled'>,
  before: ReadView | null,
): ReadView {
  const start = known === 0 || before === null ? nothingRead(folds) : before
  const { texts, trims } = start
  const read = start.view.slice(0, start.settled.messages)
  let next = start.settled.texts
  let end = { messages: read.length, texts: next }
  for (let at = start === before ? known : 0; at < exchanges.length; at++) {
    const exchange = exchanges[at]!
    const first = exchange.messages[0]!.depth
    while (next < texts.length && texts[next]!.span.from <= first) read.push(asView(texts[next++]!))
    const { shown, missing } = readable(exchange)
    for (const entry of shown) read.push(verbatim(entry, trims.get(entry.depth)))
    if (missing !== null) read.push(standIn(missing, exchange.messages.at(-1)!.depth))
    if (at < settled) end = { messages: read.length, texts: next }
  }
  for (const text of texts.slice(next)) read.push(asView(text))
  return { view: read, texts, trims, settled: end }
}

const nothingRead = (folds: readonly Fold[]): ReadView => ({
  view: [],
  texts: folds.filter(isText).toSorted((a, b) => a.span.from - b.span.from),
  trims: new Map(folds.flatMap(fold => (fold.type === 'trim' ? [[fold.span.from, fold] as const] : []))),
  settled: { messages: 0, texts: 0 },
})

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
