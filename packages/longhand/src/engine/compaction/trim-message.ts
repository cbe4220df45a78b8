import { messagesOf } from '../../core/branch.ts'
import type { MessageEntry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Layout } from '../../core/layout.ts'
import { type Message, outputText } from '../../core/message.ts'
import { mayTrim, trimLimits, withTrims } from '../../core/trims.ts'
import { limitOf, roomOf } from '../../core/window.ts'
import type { Scope } from '../engine.ts'
import type { NewEntry } from '../ports/store-entries.ts'
import { expectedSnapshot, readSnapshot, type Snapshot } from '../snapshot.ts'
import { findTrims } from './trim-outputs.ts'

/** Tokens of a message in the view, before and after. */
export type TrimResult = { readonly before: number; readonly after: number }

/**
 * V13 has the model read less of message ¶ `number`: as much as fits, or a short part of it where all fits anyway. Every
 * word stays in the conversation, and undo brings it back into the view.
 */
export async function trimMessage(scope: Scope, number: number): Promise<TrimResult> {
  const { engine, store, conversation } = scope
  const snapshot = await readSnapshot(scope)
  const { entry, tokens } = namedIn(snapshot, number)
  let found: { readonly after: number; readonly added: NewEntry } | null = null
  for (const maxOutputLength of lengthsFor(snapshot, entry.message, tokens)) {
    const [trim] = await findTrims(engine, snapshot.branch, { which: { number }, maxOutputLength })
    if (trim === undefined) continue
    const added = { id: engine.newId(), ...withTrims(snapshot.layout.current, [trim]) }
    found = { after: trim.count, added }
    if ((await expectedSnapshot(scope, snapshot, { added: [added], learnt: snapshot.reading.learnt })).fits) break
  }
  if (found === null) throw new LonghandError('not-allowed', `¶ ${number} is too short to trim.`)
  await store.entries.append(conversation, [found.added])
  return { before: tokens, after: found.after }
}

/** The number of the largest message that would leave enough room if it were trimmed; null when there is none. */
export function trimmable({ branch, view, layout }: Snapshot, missing: number): number | null {
  const entries = new Map(messagesOf(branch).map(entry => [entry.depth, entry]))
  const [largest] = view
    .flatMap(({ kind, span, count }) => {
      const entry = kind === 'verbatim' || kind === 'trimmed' ? entries.get(span.from) : undefined
      return entry === undefined ? [] : [{ entry, count }]
    })
    .filter(({ entry }) => isTrimmable(layout, entry) && longestText(entry.message) > minLength)
    .toSorted((a, b) => b.count - a.count)
  return missing > 0 && largest !== undefined && largest.count > missing ? largest.entry.number : null
}

const isTrimmable = ({ shields }: Layout, { depth, number, message }: MessageEntry): boolean =>
  mayTrim(shields.get(depth) ?? null, message.role, { number })

function namedIn({ branch, view, layout }: Snapshot, number: number): { entry: MessageEntry; tokens: number } {
  const entry = messagesOf(branch).find(entry => entry.number === number)
  const shown = view.find(({ span, kind }) => span.from === entry?.depth && kind !== 'summary' && kind !== 'digest')
  if (entry === undefined || shown === undefined)
    throw new LonghandError('not-found', `The model does not read ¶ ${number}, so there is nothing to trim.`)
  if (layout.shields.get(entry.depth) === 'protected')
    throw new LonghandError('not-allowed', `¶ ${number} is protected. Release it first.`)
  if (!isTrimmable(layout, entry))
    throw new LonghandError('not-allowed', `¶ ${number} cannot be trimmed. Only your messages and tool outputs can.`)
  return { entry, tokens: shown.count }
}

/** Lengths to try, in characters, the longest first: by what is missing, then ever less. */
function lengthsFor({ status, fits }: Snapshot, message: Message, tokens: number): readonly number[] {
  if (fits) return trimLimits
  const missing = status.used - (limitOf(roomOf(status)) ?? 0)
  const share = Math.max(0, 1 - missing / Math.max(1, tokens))
  const lengths = []
  // The mark in the cut takes room as well, and tokens are not spread evenly over a text.
  for (let length = longestText(message) * share; length > minLength; length *= 0.8)
    lengths.push(Math.floor(length * 0.95))
  return [...lengths, minLength]
}

/** What a message keeps at least. */
const minLength = trimLimits.at(-1)!

const longestText = ({ parts }: Message): number =>
  parts.reduce((longest, part) => {
    const text = part.type === 'text' ? part.text : part.type === 'tool-result' ? outputText(part) : ''
    return Math.max(longest, text.length)
  }, 0)
