import type { RecordedMessage, Recording } from './corpus.ts'
import { type Compacted, compactedLines } from './metric/compacted.ts'
import { type History, historyOf } from './metric/cut.ts'
import { printed } from './metric/printed.ts'
import { type Reader, reader } from './metric/reader.ts'
import type { EvalSetup } from './quality-judge.ts'
import { longhandName } from './quality-longhand.ts'

/** How much of the first part of a conversation is left after each of several compactions in a row. */
export type ChainRow = { readonly method: string; readonly left: readonly (number | null)[] }

const links = 5
const shortest = 150_000
/** Each compaction gets down to this share of the whole conversation. */
const budgetShare = 0.1

export function chainRows(
  recording: Recording,
  { ignored, methods }: Pick<EvalSetup, 'ignored' | 'methods'>,
): readonly ChainRow[] {
  const history = historyOf(recording.messages.filter(({ meta }) => meta?.kind !== 'compactSummary'))
  if (history.total < shortest) return []
  const read = reader(ignored)
  const parts = partsOf(history)
  const asked = salientIn(parts[0]!, read)
  return methods.map(({ name, compact }) => {
    // Others lose what they compact and go on from what is left; Longhand goes back to the originals.
    const goesBack = name === longhandName
    let before: readonly RecordedMessage[] = []
    const left = parts.map(part => {
      const now = historyOf([...before, ...part])
      const compacted = compact(now, history.total * budgetShare)
      before = goesBack ? now.messages : remaining(now, compacted)
      return shareLeft(asked, compactedLines(now, compacted), read)
    })
    return { method: name, left }
  })
}

function partsOf({ messages, tokens, total }: History): readonly (readonly RecordedMessage[])[] {
  const parts: RecordedMessage[][] = Array.from({ length: links }, () => [])
  let seen = 0
  let part = 0
  messages.forEach((message, at) => {
    // A call and its result are never parted.
    if (message.role !== 'tool') part = Math.min(links - 1, Math.floor((seen / total) * links))
    parts[part]!.push(message)
    seen += tokens[at]!
  })
  return parts
}

/** Names that somebody used in some messages. */
function salientIn(messages: readonly RecordedMessage[], read: Reader): ReadonlySet<number> {
  const lines = messages.flatMap(printed).filter(({ kind }) => kind !== 'output')
  return new Set(lines.flatMap(({ text }) => read.entities(text)))
}

/** What a method that keeps no originals has for its next compaction. */
const remaining = ({ messages }: History, { kept, texts }: Compacted): readonly RecordedMessage[] => [
  ...texts.map((content): RecordedMessage => ({ role: 'user', content, meta: { kind: 'compacted' } })),
  ...kept.map(at => messages[at]!),
]

function shareLeft(asked: ReadonlySet<number>, lines: readonly string[], read: Reader): number | null {
  const found = new Set(lines.flatMap(read.entities))
  return asked.size === 0 ? null : [...asked].filter(id => found.has(id)).length / asked.size
}
