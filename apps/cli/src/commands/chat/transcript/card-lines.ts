import { type Card, formatTime, messageBlocks } from 'longhand/internal/client'
import { type Line, line, restyle, type Span, span } from '../../../text/line.ts'
import { blockLines } from './block-lines.ts'
import { type Layout, type Mark, withMargin } from './layout.ts'

/** The messages of one author, with their name and ¶ in the margin. */
export function cardLines(card: Card, layout: Layout): readonly Line[] {
  const body = [
    ...messageBlocks(card.entries).flatMap(block => blockLines(block, card.author, layout)),
    ...endingLines(card),
  ]
  const inked = card.state === 'folded' ? body.map(row => restyle(row, 'faded')) : body
  return withMargin(inked, { mark: markOf(card), notes: notesOf(card) }, layout)
}

export const markOf = ({ state, protection }: Card): Mark =>
  state === 'folded' ? 'folded' : protection === 'none' ? 'shown' : 'protected'

function notesOf({ author, entries, state, protection }: Card): readonly Span[] {
  const first = entries[0]!
  const style = state === 'folded' ? 'faded' : author === 'you' ? 'you' : 'label'
  const fork = first.fork
  return [
    span(speaker(first.number, author, first.model), style),
    ...(protection === 'none' ? [] : [span('protected', 'protected')]),
    ...(fork === undefined ? [] : [span(`${fork.index} of ${fork.of}`, 'label')]),
  ]
}

function endingLines({ entries }: Card): readonly Line[] {
  const { ending, at } = entries.at(-1)!
  if (ending === undefined) return []
  const { words, keys, style } = endings[ending]
  const when = ending === 'interrupted' ? ` at ${formatTime(at)}` : ''
  return [line(span(`${words}${when}.`, style), span(`  ${keys}`, 'label'))]
}

/** Who speaks, as the margin shows it: `21 You`, `22 gpt`. */
export function speaker(number: number, who: 'you' | 'model' | 'system', model = ''): string {
  // The family of a model, when that is short enough for the margin.
  const family = /(?<![a-z])[a-z]{2,6}(?![a-z])/i.exec(model.split('/').at(-1)!)?.[0].toLowerCase()
  const name = who === 'you' ? 'You' : who === 'system' ? 'sys' : (family ?? 'model')
  return `${number} ${name}`.slice(0, 9)
}

const endings = {
  interrupted: { words: 'Interrupted', keys: '^G continue   ^R retry', style: 'yellow' },
  stopped: { words: 'Stopped', keys: '^G continue   ^R retry', style: 'yellow' },
  failed: { words: 'The model failed here', keys: '^R retry', style: 'red' },
} as const
