import { batchJson } from '../core/batch-json.ts'
import { checkMessage } from '../core/check-message.ts'
import { LonghandError } from '../core/errors.ts'
import { firstWords } from '../core/first-words.ts'
import type { Message } from '../core/message.ts'
import { readTranscript } from './read-transcript.ts'
import type { Format, MessageDetails, Skipped } from './transcript.ts'

/** A transcript that is ready to be stored: every message checked and counted. */
export type CountedTranscript = {
  readonly format: Format
  readonly messages: number
  /** The title that it had where it comes from. */
  readonly title: string | null
  /** When it began and ended, in milliseconds since 1970. */
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** The person's first words, for a title. */
  readonly firstUserText: string
  /** The first items that could not be read. */
  readonly skipped: readonly Skipped[]
  /** The messages as JSON in small batches, so that parsing one never blocks for long. */
  readonly batches: readonly string[]
}

export type CountedMessage = MessageDetails & { readonly message: Message; readonly count: number }

export function countedTranscript(text: string, count: (message: Message) => number): CountedTranscript {
  const { format, messages, details, title, skipped } = readTranscript(text)
  if (messages.length === 0) throw new LonghandError('bad-transcript', 'The transcript has no messages.')
  if (messages.length > maxMessages)
    throw new LonghandError('too-large', `The transcript has more than ${maxMessages} messages. Import fewer at once.`)
  return {
    format,
    messages: messages.length,
    title,
    ...periodOf(details),
    firstUserText: firstWords(messages).slice(0, 1_000),
    skipped: skipped.slice(0, maxSkipped),
    batches: batchJson(messages.map((message, at) => countedMessage({ message, details: details[at]! }, at, count))),
  }
}

/** When the first and the last message were said that have a date; null when none has. */
function periodOf(details: readonly MessageDetails[]): Pick<CountedTranscript, 'startedAt' | 'endedAt'> {
  const times = details.flatMap(({ at }) => (at === null ? [] : [at]))
  return { startedAt: times[0] ?? null, endedAt: times.at(-1) ?? null }
}

type Detailed = { readonly message: Message; readonly details: MessageDetails }

/** A message with its count as JSON, checked; `at` is its place, for the sentence. */
export function countedMessage(
  { message, details }: Detailed,
  at: number,
  count: (message: Message) => number,
): string {
  const checked = checkMessage(message)
  const text = JSON.stringify(checked)
  if (text.length > maxLength)
    throw new LonghandError(
      'too-large',
      `Message ${at + 1} is longer than ${maxLength} characters. Leave it out or shorten it.`,
    )
  return `{"message":${text},"count":${count(checked)},${JSON.stringify(details).slice(1)}`
}

const maxMessages = 200_000
const maxSkipped = 1_000
const maxLength = 16 * 1024 * 1024
