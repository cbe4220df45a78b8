import { type Card, formatTime, messageBlocks, texts, trimmedForTheModel } from 'longhand/internal/client'
import { type Line, line, restyle, type Span, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import { blockLines } from './block-lines.ts'
import { type Layout, type Mark, withMargin } from './layout.ts'

/** The messages of one author, with their name and ¶ in the margin. */
export function cardLines(card: Card, layout: Layout): readonly Line[] {
  const body = [
    ...messageBlocks(card.entries).flatMap(block => blockLines(block, card.author, layout)),
    ...trimmedLines(card),
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
    ...(protection === 'none' ? [] : [span(wording.isProtected, 'protected')]),
    ...(fork === undefined ? [] : [span(wording.fork(fork.index, fork.of), 'label')]),
  ]
}

const trimmedLines = ({ trimmed }: Card): readonly Line[] =>
  trimmed === null ? [] : [line(span(trimmedForTheModel(trimmed), 'label'))]

function endingLines({ entries }: Card): readonly Line[] {
  const { ending, at } = entries.at(-1)!
  if (ending === undefined) return []
  const { words, keys, style } = endings[ending]
  return [line(span(words(formatTime(at)), style), span(`  ${keys}`, 'label'))]
}

/** Who speaks, as the margin shows it: `21 You`, `22 gpt`. */
export function speaker(number: number, who: 'you' | 'model' | 'system', model = ''): string {
  // The family of a model, when that is short enough for the margin.
  const family = /(?<![a-z])[a-z]{2,6}(?![a-z])/i.exec(model.split('/').at(-1)!)?.[0].toLowerCase()
  const name = who === 'you' ? texts.you : who === 'system' ? wording.systemAuthor : (family ?? wording.modelAuthor)
  return `${number} ${name}`.slice(0, 9)
}

const { continueAnswer, retry } = wording.keys

const endings = {
  interrupted: { words: wording.interrupted, keys: `${continueAnswer}   ${retry}`, style: 'yellow' },
  stopped: { words: () => wording.stopped, keys: `${continueAnswer}   ${retry}`, style: 'yellow' },
  failed: { words: () => wording.modelFailed, keys: retry, style: 'red' },
} as const
