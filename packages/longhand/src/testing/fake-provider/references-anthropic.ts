import { asJson } from '../../core/json.ts'
import { type FakeFailure, failure } from './answer.ts'
import { type AnthropicBlock, type AnthropicMessage, type AnthropicRequest, blocksOf } from './check-anthropic.ts'
import type { References } from './references.ts'

/** What `thread` stands for: the system prompt and tools that it was created with, and all messages up to an answer. */
export const threadReferences: References = {
  resolve: (body, find) => {
    const { thread, ...request } = body as unknown as AnthropicRequest
    if (thread?.type !== 'continue') return { prompt: body, lost: null }
    const id = thread.previous_message_id ?? ''
    const held = find('thread', id) as unknown as HeldThread | null
    if (held === null) return { prompt: body, lost: notFound(id) }
    const messages = [...held.messages, ...(request.messages ?? [])]
    return { prompt: asJson({ ...request, ...held, messages }), lost: null }
  },
  hold: ({ body, prompt }, answer) => {
    const { thread = null } = body as unknown as AnthropicRequest
    if (thread === null) return []
    const { system, tools, messages = [] } = prompt as unknown as AnthropicRequest
    const { id, content } = answer as unknown as { readonly id: string; readonly content: readonly AnthropicBlock[] }
    return [{ kind: 'thread', id, value: asJson({ system, tools, messages: withAnswer(messages, content) }) }]
  },
}

type HeldThread = Pick<AnthropicRequest, 'system' | 'tools'> & { readonly messages: readonly AnthropicMessage[] }

/** An answer that went on where the one before it stopped is one message with it; one that says nothing is none. */
function withAnswer(
  messages: readonly AnthropicMessage[],
  content: readonly AnthropicBlock[],
): readonly AnthropicMessage[] {
  if (content.length === 0) return messages
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return [...messages, { role: 'assistant', content }]
  return [...messages.slice(0, -1), { role: 'assistant', content: [...blocksOf(last.content), ...content] }]
}

function notFound(id: string): FakeFailure {
  const message = `thread.previous_message_id: no thread was found for message '${id}'.`
  const error = { type: 'not_found_error', message, details: { error_code: 'thread_not_found' } }
  return failure('bad-request', { exact: { status: 404, body: { type: 'error', error } } })
}
