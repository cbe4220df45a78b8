import type { Json } from '../../packages/longhand/src/core/json.ts'
import { tokensIn } from './count.ts'

/** A message of a request, whatever the protocol. */
export type SentMessage = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  /** The texts of its content, one after another. */
  readonly parts: readonly string[]
  readonly calls: readonly { readonly name: string; readonly json: string; readonly args: Json }[]
  /** The bytes that a prompt cache compares. */
  readonly key: string
}

type Content = string | null | undefined | readonly { readonly type?: string; readonly text?: string }[]

type ChatMessage = {
  readonly role: string
  readonly content?: Content
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments?: string } }[]
}

type Item = {
  readonly type?: string
  readonly role?: string
  readonly content?: Content
  readonly name?: string
  readonly arguments?: string
  readonly output?: Content
  readonly encrypted_content?: string
}

export type RequestBody = {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly Json[]
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly max_output_tokens?: number
  readonly messages?: readonly ChatMessage[]
  readonly input?: string | readonly Item[]
  readonly instructions?: string
}

/** The messages of a Chat Completions or a Responses request. */
export function sentMessages({ messages, input, instructions }: RequestBody): readonly SentMessage[] {
  if (messages !== undefined) return messages.map(fromChat)
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? [])
  return [...(instructions ? [{ role: 'system', content: instructions }] : []), ...items].map(fromItem)
}

const fromChat = (message: ChatMessage): SentMessage => ({
  role: roleOf(message.role),
  text: textOf(message.content),
  parts: partsOf(message.content),
  calls: (message.tool_calls ?? []).map(call => callOf(call.function.name, call.function.arguments ?? '{}')),
  key: JSON.stringify(message),
})

function fromItem(item: Item): SentMessage {
  const made = { parts: partsOf(item.content), calls: [], key: JSON.stringify(item) }
  if (item.type === 'function_call')
    return { ...made, role: 'assistant', text: '', calls: [callOf(item.name ?? '', item.arguments ?? '{}')] }
  if (item.type === 'function_call_output') return { ...made, role: 'tool', text: textOf(item.output) }
  // Opaque to the app, but the service reads it.
  if (item.type === 'compaction') return { ...made, role: 'system', text: item.encrypted_content ?? '' }
  return { ...made, role: roleOf(item.role ?? 'user'), text: textOf(item.content) }
}

const roleOf = (role: string): SentMessage['role'] => (role === 'developer' ? 'system' : (role as SentMessage['role']))

export const textOf = (content: Content): string => partsOf(content).join('\n')

const partsOf = (content: Content): readonly string[] =>
  typeof content === 'string' ? [content] : (content ?? []).map(({ text = '' }) => text)

function callOf(name: string, json: string): SentMessage['calls'][number] {
  try {
    return { name, json, args: JSON.parse(json) }
  } catch {
    return { name, json, args: { input: json } }
  }
}

export const messageTokens = ({ text, calls }: SentMessage): number =>
  4 + tokensIn(text) + calls.reduce((sum, { name, json }) => sum + 4 + tokensIn(name) + tokensIn(json), 0)

/** All the words of a request. */
export const wordsOf = (messages: readonly SentMessage[]): string =>
  messages.map(({ text, calls }) => [text, ...calls.map(({ json }) => json)].join('\n')).join('\n')
