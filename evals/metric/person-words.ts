import type { RecordedMessage } from '../corpus.ts'

/** Who wrote a line of a user's message: they typed it, they accepted it as a plan, or a program put it there. */
export type Author = 'person' | 'plan' | 'program'

/**
 * Who wrote a line of a recorded user's message, by what the log says of the message and by its raw tags. It shares no code and no
 * list with the product: any element that begins a line is a program's, except for what follows a command's name.
 */
export function authorOf(line: string, message: RecordedMessage): Author {
  if (!holds(personWords(message), line)) return 'program'
  return acceptedPlan.test(message.content) ? 'plan' : 'person'
}

/** What is left of a recorded message when all that a program put there is taken away. */
export function personWords({ role, content, meta }: RecordedMessage): string {
  const kind = meta?.kind ?? 'typed'
  if (role !== 'user' || (kind !== 'typed' && kind !== 'queued') || programs.test(content)) return ''
  return content.replace(args, '\n$1\n').replace(element, '\n').replace(brackets, '\n').trim()
}

/** Letters and digits alone: quoting may change spaces and signs, never words. */
const holds = (text: string, line: string): boolean => letters(line) !== '' && letters(text).includes(letters(line))

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Claude Code starts anew with a plan that the person accepted: the assistant's words. */
const acceptedPlan = /^Implement the following plan:/

const programs = /^(?:# AGENTS\.md instructions for |This session is being continued from |Caveat: The messages below )/

const args = /<command-args>([\s\S]*?)<\/command-args>/g

const element = /^[ \t]*<([A-Za-z][\w-]*)(?: [^>\n]*)?>[\s\S]*?<\/\1>/gm

const brackets = /^\[Request interrupted by user[^\]\n]*\]$/gm
