import { foldMessage } from '../core/fold.ts'
import { textOf } from '../core/message.ts'
import { type CountMessage, foldShape, maxDepth } from '../engine/transfer/entry-shape.ts'
import { bad, fields, list, objectAt, orElse, type Shape, text, whole } from '../engine/transfer/shape.ts'
import type { CompactionState } from './compaction-state.ts'

/**
 * A compaction state as apps keep it that display all messages and send some of them: a summary, and every message from
 * `apiStartIndex` on.
 */
export type DisplayState = {
  readonly version: number
  readonly compactedAt: string | null
  /** What the summary message says, and its tokens as a fold of ours. */
  readonly summary: { readonly text: string; readonly count: number }
  readonly apiStartIndex: number
  /** The same by our own spans, when we made it: those also know what stays word for word. */
  readonly own: CompactionState | null
}

/** The fields of a state in our own words. */
export const stateShape = (count: CountMessage): Shape<CompactionState> =>
  fields<CompactionState>({
    ...{ version: whole(0, 1_000_000), messages: whole(1, maxDepth) },
    folds: list(foldShape(count), maxFolds),
    words: orElse<readonly string[] | undefined>(list(text(80), 2), undefined),
    protected: orElse<readonly number[] | undefined>(list(whole(1, maxDepth), maxFolds), undefined),
  })

const maxFolds = 20_000

export const isDisplayState = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('summaryMessage' in value || 'apiStartIndex' in value)

/** Takes anything for such a state, or says what is wrong with it. */
export const displayStateShape =
  (count: CountMessage): Shape<DisplayState> =>
  (value, at) => {
    const { folds, messages, words, ...given } = objectAt(value, at)
    const { version, compactedAt, summaryMessage, apiStartIndex } = shownFields(given, at)
    const isOwn = folds !== undefined || messages !== undefined
    const own = isOwn ? stateShape(count)({ version, folds, messages, words }, at) : null
    const texts = own?.folds.flatMap(fold => (fold.type === 'trim' ? [] : [textOf(foldMessage(fold))])) ?? []
    if (!texts.every(one => summaryMessage.includes(one))) return bad(at, stateChanged)
    const fold = { type: 'summary', span: { from: 1, to: 1 }, kept: [], text: summaryMessage, tag: 'summary' } as const
    const summary = { text: summaryMessage, count: own === null ? count(foldMessage({ ...fold, count: 0 })) : 0 }
    return { version, compactedAt, summary, apiStartIndex, own }
  }

export const stateChanged =
  'was changed: summaryMessage and apiStartIndex say something other than folds. Leave out folds and messages to use yours'

/** The text of a message for screens; its parts may be left out when it has nothing but a text. */
const summaryShape: Shape<string> = (value, at) => {
  const { parts, text: plain } = objectAt(value, at)
  const texts = Array.isArray(parts) ? parts.map(textIn) : [plain]
  const said = texts.filter(one => typeof one === 'string').join('\n\n')
  return said.trim() === '' ? bad(at, 'must be a message with a text') : text(10_000_000)(said, at)
}

const textIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'text' in part ? part.text : undefined

const index = whole(0, maxDepth)
const range = fields<Record<'fromIndex' | 'toIndex' | 'messageCount', number>>({
  fromIndex: index,
  toIndex: index,
  messageCount: index,
})

const shownFields = fields<{
  version: number
  compactedAt: string | null
  summaryMessage: string
  apiStartIndex: number
  summarizedRange: unknown
}>({
  version: whole(1, 1_000_000),
  compactedAt: orElse<string | null>(text(100), null),
  summaryMessage: summaryShape,
  apiStartIndex: index,
  summarizedRange: orElse<unknown>(range, null),
})
