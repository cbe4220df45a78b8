import type { MessageEntry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Message } from '../../core/message.ts'

/** Calls of functions that read text, by `file name`, each with a text of any length. */
export type TextFunctions = Readonly<Record<string, (text: string) => unknown>>

/** Does what it is given to do; that a text is refused in a sentence is as good as that it is read. */
export function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error
  }
}

/** A conversation whose every part is the text: said, answered, written by a call, printed by a tool. */
export const conversationOf = (text: string): readonly Message[] => [
  { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
  { role: 'user', parts: [{ type: 'text', text }] },
  { role: 'assistant', parts: [{ type: 'text', text }] },
  ...called('write_file', { path: 'src/a.ts', content: text }, 'Done.'),
  ...called('bash', { command: text }, text),
  { role: 'assistant', parts: [{ type: 'text', text: 'It is fixed now.' }] },
]

const called = (name: string, input: { readonly [key: string]: string }, output: string): readonly Message[] => [
  { role: 'assistant', parts: [{ type: 'tool-call', callId: name, name, input }] },
  { role: 'tool', parts: [{ type: 'tool-result', callId: name, name, outcome: 'ok', output }] },
]

/** The text cut into many short messages, so that their number grows and not their length. */
export function shortMessages(text: string): readonly Message[] {
  const messages: Message[] = []
  for (let at = 0; at < text.length; at += 4) {
    const part = { type: 'text', text: text.slice(at, at + 4) } as const
    messages.push({ role: at % 8 === 0 ? 'user' : 'assistant', parts: [part] })
  }
  return messages
}

/** Messages as entries of a branch. */
export const entriesOf = (messages: readonly Message[]): readonly MessageEntry[] =>
  messages.map((message, at) => ({ type: 'message', id: `e${at}`, depth: at + 1, number: at + 1, message, count: 10 }))

/** Four letters a token. */
export const quarter = (text: string): number => Math.ceil(text.length / 4)
