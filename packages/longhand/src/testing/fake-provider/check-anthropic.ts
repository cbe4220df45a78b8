import { asJson, type Json } from '../../core/json.ts'
import { first } from './first.ts'

/** The parts of a request that the fake reads. */
export type AnthropicRequest = {
  readonly model: string
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly thinking?: { readonly type: string }
  readonly system?: string | readonly AnthropicBlock[]
  readonly messages?: readonly AnthropicMessage[]
  readonly tools?: readonly { readonly name: string; readonly cache_control?: Json }[]
  readonly thread?: { readonly type: string; readonly previous_message_id?: string } | null
}

export type AnthropicMessage = { readonly role: string; readonly content: string | readonly AnthropicBlock[] }

export type AnthropicBlock = {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: Json
  readonly tool_use_id?: string
  readonly content?: string | readonly AnthropicBlock[]
  readonly cache_control?: Json
}

export const blocksOf = (content: string | readonly AnthropicBlock[] | undefined): readonly AnthropicBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])

type Turn = { readonly role: string; readonly blocks: readonly AnthropicBlock[] }

/**
 * What Anthropic would refuse about a request: the first rule it breaks, in the provider's words. `sent` is what came of
 * it where a thread holds the rest.
 */
export function anthropicProblem(request: AnthropicRequest, sent: AnthropicRequest = request): string | null {
  const turns = (request.messages ?? []).map(({ role, content }) => ({ role, blocks: blocksOf(content) }))
  return (
    threadProblem(sent) ??
    requestProblem(request, turns) ??
    endProblem(turns, sent) ??
    first(turns, turnProblem) ??
    first(turns, (turn, at) => callProblem(turn, turns[at + 1], at)) ??
    first(turns, (turn, at) => resultProblem(turn, turns[at - 1], at)) ??
    idProblem(turns) ??
    thinkingProblem(request, turns)
  )
}

function threadProblem(sent: AnthropicRequest): string | null {
  const { thread = null, system, tools } = sent
  if (thread === null) return null
  if (isMarked(asJson(sent))) return 'thread: `cache_control` is not supported together with `thread`.'
  if (thread.type !== 'continue') return null
  if (system !== undefined) return 'system: Extra inputs are not permitted when a thread is continued.'
  return tools === undefined ? null : 'tools: Extra inputs are not permitted when a thread is continued.'
}

/** Whether there is a cache mark anywhere in a request. What tools are given may have a field of that name. */
function isMarked(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) =>
    key === 'cache_control' ? inner !== null : key !== 'input' && key !== 'input_schema' && isMarked(inner),
  )
}

function requestProblem(request: AnthropicRequest, turns: readonly Turn[]): string | null {
  if (request.max_tokens === undefined) return 'max_tokens: Field required'
  if (turns.length === 0) return 'messages: at least one message is required'
  if (turns[0]!.role !== 'user') return 'messages: first message must use the "user" role'
  // Messages of the user in a row are joined. So are the assistant's, which then count as changed where they were signed.
  if (turns.some(({ role }, at) => role === 'assistant' && turns[at - 1]?.role === role)) {
    return 'messages: roles must alternate between "user" and "assistant", but found multiple "assistant" roles in a row'
  }
  if (blocksOf(request.system).some(isBlank)) return 'system: text content blocks must be non-empty'
  const marks = [...blocksOf(request.system), ...(request.tools ?? []), ...turns.flatMap(({ blocks }) => blocks)]
  const marked = marks.filter(one => one.cache_control !== undefined).length
  return marked > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marked}.` : null
}

/** Only a thread goes on where its answer stopped, when nothing is sent with it. */
function endProblem(turns: readonly Turn[], { messages, thread }: AnthropicRequest): string | null {
  const isResumed = thread?.type === 'continue' && messages?.length === 0
  if (isResumed || turns.findLast(({ role }) => role !== 'system')!.role === 'user') return null
  return 'This model does not support assistant message prefill. The conversation must end with a user message.'
}

function turnProblem({ role, blocks }: Turn, at: number): string | null {
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return `messages.${at}.role: Input should be 'user', 'assistant' or 'system'`
  // What the system says may be a change of settings alone.
  if (blocks.length === 0 && role !== 'system') return `messages.${at}: all messages must have non-empty content`
  if (blocks.some(block => block.type === 'text' && block.text === '')) {
    return 'messages: text content blocks must be non-empty'
  }
  if (blocks.some(isBlank)) return 'messages: text content blocks must contain non-whitespace text'
  if (role === 'assistant' && isThinking(blocks.at(-1)!)) {
    return `messages.${at}: The final block in an assistant message cannot be \`thinking\`.`
  }
  const odd = blocks.find(block => block.type === 'tool_use' && !isDictionary(block.input))
  return odd === undefined ? null : `messages.${at}.content: tool_use.input: Input should be a valid dictionary`
}

function callProblem({ role, blocks }: Turn, next: Turn | undefined, at: number): string | null {
  if (role !== 'assistant') return null
  const answered = new Set(next?.blocks.map(block => block.tool_use_id))
  const open = blocks.filter(block => block.type === 'tool_use' && !answered.has(block.id))
  if (open.length === 0) return null
  return (
    `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${open.map(block => block.id).join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  )
}

function resultProblem({ role, blocks }: Turn, before: Turn | undefined, at: number): string | null {
  if (role !== 'user') return null
  const results = blocks.filter(block => block.type === 'tool_result')
  const asked = new Set(before?.blocks.flatMap(block => (block.type === 'tool_use' ? [block.id] : [])))
  const orphan = results.find(block => !asked.has(block.tool_use_id))
  if (orphan !== undefined) {
    return (
      `messages.${at}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan.tool_use_id}. ` +
      'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
    )
  }
  if (new Set(results.map(block => block.tool_use_id)).size < results.length) {
    return `messages.${at}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks.`
  }
  const late = blocks.slice(results.length).some(block => block.type === 'tool_result')
  return late ? `messages.${at}.content: tool_result blocks must come first in the content array.` : null
}

function idProblem(turns: readonly Turn[]): string | null {
  const calls = turns.flatMap(({ blocks }) => blocks.filter(block => block.type === 'tool_use'))
  const ids = calls.map(block => block.id ?? '')
  if (!ids.every(id => /^[a-zA-Z0-9_-]+$/.test(id))) {
    return "messages.content.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
  }
  if (!calls.every(block => /^[a-zA-Z0-9_-]{1,128}$/.test(block.name ?? ''))) {
    return "messages.content.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"
  }
  return new Set(ids).size < ids.length ? 'messages: `tool_use` ids must be unique' : null
}

/** With thinking on, the answer that is being worked on has to start with the thinking it came from. */
function thinkingProblem({ thinking }: AnthropicRequest, turns: readonly Turn[]): string | null {
  if (thinking?.type !== 'enabled') return null
  const answered = turns.at(-1)!.blocks.some(block => block.type === 'tool_result')
  const found = turns.at(-2)?.blocks[0]
  if (!answered || found === undefined || isThinking(found)) return null
  return (
    `messages.${turns.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found.type}\`. ` +
    'When `thinking` is enabled, a final `assistant` message must start with a thinking block.'
  )
}

const isBlank = ({ type, text }: AnthropicBlock): boolean => type === 'text' && (text ?? '').trim() === ''
const isThinking = ({ type }: AnthropicBlock): boolean => type === 'thinking' || type === 'redacted_thinking'
const isDictionary = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
