import type { Json } from '../../core/json.ts'
import { first } from './first.ts'

/** The parts of a request that the fake reads. */
export type ChatRequest = {
  readonly model: string
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages?: readonly ChatMessage[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export type ChatMessage = {
  readonly role: string
  readonly content?: string | null | readonly { readonly type: string; readonly text?: string }[]
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: Json } }[]
  readonly tool_call_id?: string
}

/** What OpenAI would refuse about a chat request: the first rule it breaks, in the provider's words. */
export function chatProblem({ messages = [] }: ChatRequest): string | null {
  if (messages.length === 0) return "Invalid 'messages': empty array. Expected an array with minimum length 1."
  return (
    first(messages, contentProblem) ??
    first(messages, (_, at) => answerProblem(messages, at)) ??
    resultProblem(messages)
  )
}

function contentProblem({ role, content, tool_calls }: ChatMessage, at: number): string | null {
  if (!roles.includes(role)) return `Invalid value: '${role}'. Supported values are: ${roles.join(', ')}.`
  if (Array.isArray(content) && content.length === 0) {
    return `Invalid 'messages[${at}].content': empty array. Expected an array with minimum length 1.`
  }
  if ((content === null || content === undefined) && (tool_calls ?? []).length === 0) {
    return `Invalid value for 'content': expected a string, got null.`
  }
  const odd = tool_calls?.find(call => typeof call.function.arguments !== 'string')
  return odd === undefined ? null : `Invalid type for 'messages[${at}].tool_calls': arguments must be a string.`
}

const roles: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool']

/** Every call of a message is answered by the messages of role tool that stand directly behind it. */
function answerProblem(messages: readonly ChatMessage[], at: number): string | null {
  const calls = messages[at]!.tool_calls ?? []
  const answered = new Set(resultsBehind(messages, at).map(result => result.tool_call_id))
  const open = calls.filter(call => !answered.has(call.id))
  if (open.length === 0) return null
  return (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${open.map(call => call.id).join(', ')}`
  )
}

function resultProblem(messages: readonly ChatMessage[]): string | null {
  const asked = messages.flatMap((message, at) => {
    const ids = new Set(message.tool_calls?.map(call => call.id))
    return resultsBehind(messages, at).filter(result => ids.has(result.tool_call_id ?? ''))
  })
  const orphan = messages.find(message => message.role === 'tool' && !asked.includes(message))
  if (orphan === undefined) return null
  return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
}

function resultsBehind(messages: readonly ChatMessage[], at: number): readonly ChatMessage[] {
  const behind = messages.slice(at + 1)
  const end = behind.findIndex(message => message.role !== 'tool')
  return end === -1 ? behind : behind.slice(0, end)
}
