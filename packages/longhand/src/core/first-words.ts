import { type Message, textOf } from './message.ts'
import { personText } from './person-text.ts'

/** The person's first words, after the command they typed them to, if any; the command alone if they wrote no words. */
export function firstWords(messages: readonly Message[]): string {
  const first =
    messages.find(message => personText(message) !== '') ?? messages.find(message => commandOf(message) !== '')
  return first === undefined ? '' : `${commandOf(first)} ${personText(first)}`.trim()
}

/** The name of the command that Claude Code expanded into this message. */
const commandOf = (message: Message): string =>
  message.role === 'user' ? (/<command-name>([^<\n]{1,100})<\/command-name>/.exec(textOf(message))?.[1] ?? '') : ''
