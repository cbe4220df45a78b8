import type { ConversationState } from 'longhand/client'
import { pluralize } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { justify, type Line, line, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import { rule } from './layout.ts'

/** The header of a conversation: title, number of messages, and model. */
export function headLines(
  { title, model, client }: Pick<ConversationState, 'title' | 'model' | 'client'>,
  messages: number,
  columns: number,
): readonly Line[] {
  const count = messages === 0 ? '' : `${pluralize(messages, 'message')} · `
  const writer = client === null ? [] : [span(wording.clientWrites(clean(client)), 'you'), span(' ·', 'label')]
  const right = line(...writer, span(`${client === null ? ' ' : ''} ${count}${clean(model)} `, 'label'))
  return [titleLine(title, right, columns), rule({ columns })]
}

/** ℓ and a title, with something at the right edge. */
export const titleLine = (title: string, right: Line, columns: number): Line =>
  justify(line(' ', span('ℓ', 'you'), ' ', span(clean(title), 'strong')), right, columns)
