import { type Message, textOf } from '../core/message.ts'
import { linesOf } from '../core/reading/lines.ts'
import { messageText } from '../core/reading/message-text.ts'

/** A line that a model was sent, and where it stands, in words. */
export type KnownLine = { readonly text: string; readonly where: string }

/** Every line of some messages. Lines of a summary tell which message they come from. */
export function knownLines(messages: readonly Message[]): readonly KnownLine[] {
  return messages.flatMap((message, at) => {
    const text = message.role === 'user' || message.role === 'assistant' ? textOf(message) : messageText(message)
    if (recordPattern.test(text)) return recordLines(text)
    const where = `${speakers[message.role]}, ${ago(messages.length - at)}`
    const lines = message.role === 'assistant' ? messageText(message) : text
    return linesOf(lines).map(line => ({ text: line, where }))
  })
}

const speakers = { user: 'you', assistant: 'the assistant', tool: 'a tool', system: 'the instructions' } as const

const ago = (messages: number): string => (messages === 1 ? 'just before' : `${messages} messages ago`)

/** How a text begins that stands for folded messages. */
const recordPattern = /^<([A-Za-z][\w-]*)>\nThis is a record /

const recordSpeakers: Readonly<Record<string, string>> = { person: 'you', assistant: 'the assistant', tool: 'a tool' }

/** Lines under a ¶ belong to it until the next one. */
function recordLines(text: string): readonly KnownLine[] {
  let where = 'the summary'
  return text
    .split('\n')
    .slice(3, -1)
    .flatMap(line => {
      const item = /^¶ ?(\d+) (\w+): /.exec(line)
      if (item !== null) where = `${recordSpeakers[item[2]!] ?? item[2]}, ¶ ${item[1]}, from the summary`
      else if (!line.startsWith(' ')) where = 'the summary'
      return linesOf(item === null ? line : line.slice(item[0].length)).map(words => ({ text: words, where }))
    })
}
