import { missingPackage } from '../core/missing-package.ts'
import type { LangchainMessage, PlainMessage } from './plain-message.ts'

/** A plain message as one of LangChain's. */
export async function ownMessage(message: PlainMessage): Promise<LangchainMessage> {
  const { AIMessage, HumanMessage, SystemMessage, ToolMessage } = await loadMessages()
  const { role, content, name, status, tool_call_id, tool_calls } = message as unknown as Written
  if (role === 'user') return new HumanMessage({ content })
  if (role === 'system') return new SystemMessage({ content })
  if (role === 'tool')
    return new ToolMessage({ content, tool_call_id, ...(name && { name }), ...(status && { status }) })
  const calls = (tool_calls ?? []).map(call => ({
    ...{ id: call.id, name: call.function.name, type: 'tool_call' as const },
    args: JSON.parse(call.function.arguments || '{}'),
  }))
  return new AIMessage({ content: content ?? '', tool_calls: calls })
}

export const loadMessages = () =>
  import('@langchain/core/messages').catch(missingPackage('longhand/langchain', '@langchain/core'))

type Written = {
  readonly role: string
  readonly content: string
  readonly name?: string
  readonly status?: 'error'
  readonly tool_call_id: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[]
}
