import type { ViewMessage } from 'longhand'
import type { ViewResponse } from 'longhand/client'
import { messageBlocks, texts, unfoldedLabel, windowLabel } from 'longhand/internal/client'
import { type Line, line, type Span, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import { blockLines } from '../transcript/block-lines.ts'
import { type Layout, type Mark, withMargin } from '../transcript/layout.ts'
import type { ReaderContent } from './reader-lines.ts'

/** W4 what the model reads, message by message, with what each of them is. */
export function viewPage({ messages, status }: ViewResponse, layout: Layout): ReaderContent {
  const folded = messages.some(({ kind }) => kind === 'summary' || kind === 'digest')
  const above = folded ? [] : [line(' ', span(unfoldedLabel(messages), 'label')), line()]
  const lines = messages.flatMap((message, at) => [...(at === 0 ? [] : [line()]), ...messageLines(message, layout)])
  return { title: texts.whatTheModelSees, right: windowLabel(status), lines: [...above, ...lines], keys: [] }
}

function messageLines({ kind, message, span: { from, to }, count }: ViewMessage, layout: Layout): readonly Line[] {
  const entry = { type: 'message', id: `${from}`, depth: from, number: from, count, message } as const
  const who =
    message.role === 'user' ? (kind === 'summary' ? 'system' : 'you') : message.role === 'system' ? 'system' : 'model'
  const body =
    results(message).length > 0
      ? results(message)
      : messageBlocks([entry]).flatMap(block => blockLines(block, who, layout))
  const notes: readonly Span[] = [
    span(kind === 'verbatim' ? message.role : kind, kind === 'verbatim' ? 'label' : 'protected'),
    ...(to > from ? [span(wording.messagesIn(to - from + 1), 'label')] : []),
  ]
  return withMargin(body, { mark: marks[kind], notes }, layout)
}

/** The page shows results beside their calls; the model reads them as separate messages. */
const results = ({ parts }: ViewMessage['message']): readonly Line[] =>
  parts.flatMap(part =>
    part.type === 'tool-result' ? [line(span(wording.resultOf(part.name, part.outcome), 'label'))] : [],
  )

const marks: Readonly<Record<ViewMessage['kind'], Mark>> = {
  verbatim: 'shown',
  trimmed: 'folded',
  summary: 'protected',
  digest: 'protected',
  'stand-in': 'folded',
}
