import { checkMessage } from '../../core/check-message.ts'
import type { Entry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { type Fold, foldMessage, type TextFold, type TrimFold } from '../../core/fold.ts'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'
import type { Span } from '../../core/span.ts'
import { isUsage } from '../turn/entry-meta.ts'
import { anyJson, bad, fields, list, matching, nullable, objectAt, oneOf, type Shape, text, whole } from './shape.ts'

/** How many tokens a message has. Counts of others are not believed. */
export type CountMessage = (message: Message) => number

export const maxDepth = 10_000_000
export const entryId = matching(/^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u, '1 to 200 letters, digits or signs')
export const depth = whole(1, maxDepth)
const maxText = 16 * 1024 * 1024

export const span: Shape<Span> = (value, at) => {
  const found = fields<Span>({ from: depth, to: depth })(value, at)
  return found.from <= found.to ? found : bad(at, 'ends before it begins')
}

/** An entry as an export has it. Every count in it is made anew. */
export function entryShape(count: CountMessage): Shape<Entry> {
  const placed = { id: entryId, depth }
  const takenBack = { ...placed, compaction: entryId }
  const shapes: { readonly [Type in Entry['type']]: Shape<Entry> } = {
    message: (value, at) => {
      const { message, ...rest } = objectAt(value, at)
      const checked = messageAt(message, at)
      const own = fields({ ...placed, number: depth, count: anyJson(1, 100) })(rest, at)
      return { ...own, type: 'message', message: checked, count: count(checked) }
    },
    compaction: (value, at) => {
      const names = { base: nullable(entryId), edits: nullable(entryId) }
      const folds = list(foldShape(count), maxFolds)
      return { ...fields({ ...placed, ...names, version: whole(1, 1_000_000), folds })(value, at), type: 'compaction' }
    },
    undo: (value, at) => ({ ...fields(takenBack)(value, at), type: 'undo' }),
    redo: (value, at) => ({ ...fields(takenBack)(value, at), type: 'redo' }),
    protection: (value, at) => {
      const action = oneOf('protect', 'release')
      return { ...fields({ ...placed, span, action })(value, at), type: 'protection' }
    },
  }
  return (value, at) => {
    const { type, ...rest } = objectAt(value, at)
    const known = oneOf(...(Object.keys(shapes) as Entry['type'][]))(type, `${at}.type`)
    return shapes[known](rest, at)
  }
}

const maxFolds = 20_000

/** A fold as it comes from elsewhere; its text is counted anew. */
export const foldShape =
  (count: CountMessage): Shape<Fold> =>
  (value, at) => {
    if (objectAt(value, at).type === 'trim') return trimShape(value, at)
    const fold = textFoldShape(value, at)
    return { ...fold, count: count(foldMessage(fold)) }
  }

const trimShape = fields<TrimFold>({
  ...{ type: oneOf('trim'), span, limit: whole(0, 1_000_000_000) },
  // What is left of its message is known where the message is.
  count: whole(0, 1_000_000_000),
})

const textFoldShape = fields<TextFold>({
  ...{ type: oneOf('summary', 'digest'), span, kept: list(depth, maxFolds), text: text(maxText) },
  ...{
    tag: matching(/^[A-Za-z][\w-]{0,99}$/, 'a word of letters, digits, _ and -'),
    count: anyJson(1, 100) as Shape<number>,
  },
})

function messageAt(value: unknown, at: string): Message {
  try {
    const checked = checkMessage(value)
    const { role, parts, ...more } = value as Message
    // Byte for byte as it was, unless there is something in it that has to be told apart.
    const same = Object.keys(more).length === 0 && checked.parts.every((part, index) => part === parts[index])
    return same ? (value as Message) : checked
  } catch (error) {
    if (error instanceof LonghandError) return bad(at, `is not a message: ${error.message.replace(/\.$/, '')}`)
    throw error
  }
}

/** What stands beside an entry: small, and a report in it is one. */
export const aboutShape: Shape<Json | null> = (value, at) => {
  if (value === null) return null
  const about = objectAt(anyJson(10, 20_000)(value, at), at)
  if (about.usage !== undefined && !isUsage(about.usage)) return bad(`${at}.usage`, 'must be whole numbers of tokens')
  return about as Json
}
