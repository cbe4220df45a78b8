import type { Json } from './json.ts'

/** Who speaks in a message. */
export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** What one role said: an ordered list of parts. A message of role `tool` holds results, and opaque parts about them. */
export type Message = {
  readonly role: Role
  readonly parts: readonly Part[]
}

/** A piece of a message. `provider` is what the provider wants back untouched (signatures, cache marks). */
export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | FilePart | OpaquePart

export type TextPart = {
  readonly type: 'text'
  readonly text: string
  /** Set when a log says that a program wrote this under the person's name: a reminder, a hook, an expansion. */
  readonly author?: 'program'
  readonly provider?: Json
}

export type ReasoningPart = { readonly type: 'reasoning'; readonly text: string; readonly provider?: Json }

export type ToolCallPart = {
  readonly type: 'tool-call'
  readonly callId: string
  readonly name: string
  readonly input: Json
  readonly provider?: Json
}

export type ToolResultPart = {
  readonly type: 'tool-result'
  readonly callId: string
  readonly name: string
  /** `missing` stands for a call that was abandoned before it was answered. */
  readonly outcome: 'ok' | 'error' | 'denied' | 'missing'
  readonly output: Json
  readonly provider?: Json
}

/** An image, document or other attachment. The bytes are base64 or live behind a URL. */
export type FilePart = {
  readonly type: 'file'
  readonly mediaType: string
  readonly name: string | null
  readonly source: { readonly type: 'base64'; readonly data: string } | { readonly type: 'url'; readonly url: string }
  readonly width?: number
  readonly height?: number
  readonly provider?: Json
}

/** Something the core does not understand: carried through untouched. */
export type OpaquePart = { readonly type: 'opaque'; readonly kind: string; readonly value: Json }

/** A message of the person, in plain text. */
export const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
/** A message of the model, in plain text. */
export const assistant = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] })

/** The words of a message: its text parts, one per line. Calls, results, reasoning and files are not words. */
export function textOf(message: Message): string {
  return message.parts.flatMap(part => (part.type === 'text' ? part.text : [])).join('\n')
}

/** What a tool answered, as text: strings as they are, everything else as JSON. */
export function outputText(part: ToolResultPart): string {
  return typeof part.output === 'string' ? part.output : JSON.stringify(part.output)
}

export const callsOf = (message: Message): readonly ToolCallPart[] =>
  message.role === 'assistant' ? message.parts.filter(part => part.type === 'tool-call') : []

export const resultsOf = (message: Message): readonly ToolResultPart[] =>
  message.role === 'tool' ? message.parts.filter(part => part.type === 'tool-result') : []
