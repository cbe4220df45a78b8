import { batchJson } from '../../core/batch-json.ts'
import { firstWords } from '../../core/first-words.ts'
import type { Message } from '../../core/message.ts'
import { countedMessage } from '../counted-transcript.ts'
import { type ArchivedConversation, linesOfArchived } from './archived-conversation.ts'
import type { Archive, ArchiveFormat } from './read-archive.ts'

/** An archive that is ready to be stored: every message checked and counted. */
export type CountedArchive = {
  readonly format: ArchiveFormat
  /** Those in which somebody said something. */
  readonly conversations: readonly CountedConversation[]
  /** How many items were no conversations. */
  readonly unread: number
}

export type CountedConversation = Pick<ArchivedConversation, 'id' | 'title'> & {
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly firstUserText: string
  readonly lines: readonly CountedLine[]
}

/** A stretch of a branch, with its messages as JSON in small batches. */
export type CountedLine = {
  readonly parent: number | null
  readonly forked: number
  readonly tip: number
  readonly batches: readonly string[]
}

export const countedArchive = (
  { format, conversations, unread }: Archive,
  count: (message: Message) => number,
): CountedArchive => ({
  format,
  unread,
  conversations: conversations.map(one => countedConversation(one, count)).filter(({ lines }) => lines.length > 0),
})

function countedConversation(one: ArchivedConversation, count: (message: Message) => number): CountedConversation {
  const lines = linesOfArchived(one)
  const [first] = lines
  const times = (first?.messages ?? []).flatMap(({ at }) => (at === null ? [] : [at]))
  return {
    id: one.id,
    title: one.title?.slice(0, 1_000) ?? null,
    startedAt: one.startedAt ?? times[0] ?? null,
    endedAt: one.endedAt ?? times.at(-1) ?? null,
    firstUserText: firstWords(first?.messages.map(({ message }) => message) ?? []).slice(0, 1_000),
    lines: lines.map(({ messages, ...line }) => ({
      ...line,
      batches: batchJson(
        messages.map(({ message, at, model }, index) =>
          countedMessage({ message, details: { at, model } }, line.forked + index, count),
        ),
      ),
    })),
  }
}
