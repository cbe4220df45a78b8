import { checkMessage } from '../core/check-message.ts'
import { LonghandError } from '../core/errors.ts'
import type { Message } from '../core/message.ts'
import { inPieces } from '../core/pieces.ts'
import { readTranscript } from './read-transcript.ts'
import type { Format, Skipped } from './transcript.ts'

/** A transcript that is ready to be stored: every message checked and counted. */
export type CountedTranscript = {
  readonly format: Format
  readonly messages: number
  /** What a person said first, for a title. */
  readonly first: string
  /** The first of what could not be read. */
  readonly skipped: readonly Skipped[]
  /** The messages as JSON, a few in each piece: whoever stores them parses one after the other, and nobody waits for long. */
  readonly pieces: readonly string[]
}

export type CountedMessage = { readonly message: Message; readonly count: number }

export function countedTranscript(text: string, count: (message: Message) => number): CountedTranscript {
  const { format, messages, skipped } = readTranscript(text)
  if (messages.length === 0) throw new LonghandError('bad-transcript', 'There are no messages in it.')
  if (messages.length > maxMessages)
    throw new LonghandError('too-large', `There are more than ${maxMessages} messages in it. Bring in less at once.`)
  const first = messages.find(({ role }) => role === 'user')?.parts.find(part => part.type === 'text')
  return {
    format,
    messages: messages.length,
    first: first?.text.slice(0, 1_000) ?? '',
    skipped: skipped.slice(0, maxSkipped),
    pieces: inPieces(messages.map((message, at) => counted(message, at, count))),
  }
}

function counted(message: Message, at: number, count: (message: Message) => number): string {
  const checked = checkMessage(message)
  const text = JSON.stringify(checked)
  if (text.length > maxLetters)
    throw new LonghandError(
      'too-large',
      `Message ${at + 1} is longer than ${maxLetters} letters. Leave it out or cut it.`,
    )
  return `{"message":${text},"count":${count(checked)}}`
}

const maxMessages = 200_000
const maxSkipped = 1_000
const maxLetters = 16 * 1024 * 1024
