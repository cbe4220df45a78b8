import type { Json } from '../../core/json.ts'
import type { Message, Part, TextPart } from '../../core/message.ts'
import { isFromPerson } from '../../core/person-text.ts'
import { linesOf } from '../reading/lines.ts'
import { messageText } from '../reading/message-text.ts'

/** A line that a model was sent, and a description of where it is. */
export type KnownLine = { readonly text: string; readonly where: string }

/** Every line of the messages. Lines of a summary say which message they come from. */
export function knownLines(messages: readonly Message[]): readonly KnownLine[] {
  return messages.flatMap((message, at) => {
    const who = message.role === 'user' && !isFromPerson(message) ? 'a program' : speakers[message.role]
    const place = ago(messages.length - at)
    // For providers that need alternating roles, the summary is part of the message before it.
    return message.parts.flatMap(part => {
      if (isRecord(part)) return recordLines(part.text)
      const number = numberOf(part)
      const where = `${who}, ${number === null ? place : `¶ ${number}`}`
      return linesOf(messageText({ ...message, parts: [part] })).map(text => ({ text, where }))
    })
  })
}

/** The ¶ of a part, where a model is told it. */
function numberOf(part: Part): number | null {
  const provider = part.type === 'opaque' ? undefined : part.provider
  const { longhand } = (provider ?? {}) as { readonly longhand?: { readonly number?: Json } | null }
  return typeof longhand?.number === 'number' ? longhand.number : null
}

const speakers = { user: 'you', assistant: 'the assistant', tool: 'a tool', system: 'the instructions' } as const

const ago = (messages: number): string => (messages === 1 ? 'just before' : `${messages} messages ago`)

/** Whether a part stands for messages that are not shown: folded ones, or those of other conversations. */
export const isRecord = (part: Part): part is TextPart => part.type === 'text' && recordPattern.test(part.text)

const recordPattern = /^<([A-Za-z][\w-]*)>\nThis is a record /

const recordSpeakers: Readonly<Record<string, string>> = {
  person: 'you',
  program: 'a program',
  assistant: 'the assistant',
  tool: 'a tool',
}

/** Lines under a ¶ belong to it until the next one. */
function recordLines(text: string): readonly KnownLine[] {
  const source = text.startsWith('<memory>') ? 'a memory' : 'the summary'
  let where = source
  return text
    .split('\n')
    .slice(3, -1)
    .filter(line => !line.startsWith('#'))
    .flatMap(line => {
      const item = /^¶ ?(\d+) (\w+): /.exec(line)
      if (item !== null) where = `${recordSpeakers[item[2]!] ?? item[2]}, ¶ ${item[1]}, from ${source}`
      else if (!line.startsWith(' ')) where = source
      return linesOf(item === null ? line : line.slice(item[0].length)).map(words => ({ text: words, where }))
    })
}
