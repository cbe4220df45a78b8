import type { AgentInputItem } from '@openai/agents'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { createOpenAIReader, toOpenAIChat } from '../wire/openai-chat.ts'

/** Items that are one message: what the model thought, said and called before anyone else spoke, or one item of others. */
export type AgentStep = { readonly role: string; readonly [field: string]: Json }

/** An item of the agents SDK as it is read here: its kinds are many, and what they hold is told by its fields. */
type Fields = {
  readonly type?: string
  readonly role?: string
  readonly callId?: string
  readonly [field: string]: unknown
}

/** Cuts a list of items into steps, in the form of OpenAI's chat messages. */
export function stepsOf(items: readonly AgentInputItem[]): readonly { step: AgentStep; items: AgentInputItem[] }[] {
  const groups: AgentInputItem[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last !== undefined && roleOf(item) === 'assistant' && roleOf(last[0]!) === 'assistant') last.push(item)
    else groups.push([item])
  }
  return groups.map(group => ({ step: stepOf(group), items: group }))
}

function roleOf(item: AgentInputItem): string {
  const { type = 'message', role, callId } = item as Fields
  if (type === 'message') return role ?? 'user'
  return callId !== undefined && isAnswer(type) ? 'tool' : 'assistant'
}

const isAnswer = (type: string): boolean => /_(result|output)$/.test(type)

function stepOf(items: readonly AgentInputItem[]): AgentStep {
  const role = roleOf(items[0]!)
  const [first] = items as unknown as readonly [Fields]
  if (role === 'tool') return { role, tool_call_id: first.callId!, content: outputText(first.output) }
  if (role !== 'assistant') return { role, content: (items as readonly Fields[]).flatMap(contentOf) }
  const calls = (items as readonly Fields[]).filter(({ callId }) => callId !== undefined).map(callOf)
  const thought = (items as readonly Fields[]).map(thoughtIn).join('')
  return {
    role,
    content: (items as readonly Fields[])
      .filter(({ callId, type }) => callId === undefined && type !== 'reasoning')
      .flatMap(contentOf),
    ...(thought !== '' && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))

function callOf({ type, callId, name, arguments: given, action, operation }: Fields): Json {
  const written = typeof given === 'string' ? given : JSON.stringify(action ?? operation ?? {})
  return { id: callId!, type: 'function', function: { name: String(name ?? type), arguments: written } }
}

function thoughtIn({ type, content, rawContent }: Fields): string {
  if (type !== 'reasoning') return ''
  return textsIn([content, rawContent]).join('\n\n')
}

/** What was said; what is neither text nor a picture is carried as it is. */
function contentOf({ type = 'message', content, ...item }: Fields): readonly Json[] {
  if (type !== 'message') return [asJson({ type, content, ...item })]
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return (content as readonly Fields[]).map(part => {
    if (typeof part.text === 'string') return { type: 'text', text: part.text }
    return typeof part.image === 'string' ? { type: 'image_url', image_url: { url: part.image } } : asJson(part)
  })
}

const outputText = (output: unknown): string => {
  const texts = textsIn(output)
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(output ?? '')
}

/** The texts of an output or a thought: itself, of one part, or of several. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  const text = (value as Fields | null | undefined)?.text
  return typeof text === 'string' ? [text] : []
}

export const createStepReader = (): ((step: AgentStep) => readonly Message[]) => createOpenAIReader()

export const writeSteps = (messages: readonly Message[]): readonly AgentStep[] =>
  messages.flatMap(message => {
    const results = message.parts.filter(part => part.type === 'tool-result')
    const written = toOpenAIChat([message]) as readonly AgentStep[]
    return written.map((step, at) => (step.role === 'tool' ? { ...step, name: results[at]!.name } : step))
  })

/** A step of ours as items. */
export function itemsOf(step: AgentStep): AgentInputItem[] {
  const { role, content, name, tool_call_id: callId, tool_calls } = step as unknown as Written
  const text = textsIn(content).join('\n')
  if (role === 'user' || role === 'system') return [{ type: 'message', role, content: text }]
  if (role === 'tool')
    return [{ type: 'function_call_result', callId, name, status: 'completed', output: { type: 'text', text } }]
  const said: AgentInputItem[] =
    text === ''
      ? []
      : [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }]
  const calls = (tool_calls ?? []).map(
    (call): AgentInputItem => ({
      ...{ type: 'function_call', callId: call.id, name: call.function.name, status: 'completed' },
      arguments: call.function.arguments,
    }),
  )
  return [...said, ...calls]
}

type Written = {
  readonly role: string
  readonly content: unknown
  readonly name: string
  readonly tool_call_id: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[]
}
