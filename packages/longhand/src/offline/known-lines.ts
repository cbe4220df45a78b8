import type { Message } from '../core/message.ts'
import { linesOf } from '../core/reading/lines.ts'
import { messageText } from '../core/reading/message-text.ts'

/** A line that a model was sent, and where it stands, in words. */
export type KnownLine = { readonly text: string; readonly where: string }

/** Every line of some messages. Lines of a summary tell which message they come from. */
export function knownLines(messages: readonly Message[]): readonly KnownLine[] {
  return messages.flatMap((message, at) => {
    const where = `${speakers[message.role]}, ${ago(messages.length - at)}`
    // Providers that want roles to alternate get the summary as a part of the message before it.
    return message.parts.flatMap(part => {
      if (part.type === 'text' && recordPattern.test(part.text)) return recordLines(part.text)
      return linesOf(messageText({ ...message, parts: [part] })).map(text => ({ text, where }))
    })
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
    .filter(line => !line.startsWith('#'))
    .flatMap(line => {
      const item = /^¶ ?(\d+) (\w+): /.exec(line)
      if (item !== null) where = `${recordSpeakers[item[2]!] ?? item[2]}, ¶ ${item[1]}, from the summary`
      else if (!line.startsWith(' ')) where = 'the summary'
      return linesOf(item === null ? line : line.slice(item[0].length)).map(words => ({ text: words, where }))
    })
}
