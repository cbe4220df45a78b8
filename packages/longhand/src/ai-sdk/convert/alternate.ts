import type { AssistantModelMessage, ModelMessage, UserModelMessage } from 'ai'

/**
 * The same messages in an order that every provider takes: it starts with the user, neighbours of one role are one
 * message, no answer ends with reasoning alone, and the assistant never has the last message.
 */
export const alternate = (messages: readonly ModelMessage[]): ModelMessage[] => framed(joinNeighbours(messages))

/** The same messages with neighbours of one role as one message, and no answer that ends with reasoning alone. */
export function joinNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  let last = null as Joined | null
  for (const message of withoutTrailingReasoning(messages)) {
    if (message.role !== 'user' && message.role !== 'assistant') {
      joined.push(message)
      last = null
    } else if (last?.role !== message.role || startsWithReasoning(last, message)) {
      if (last?.role === message.role) joined.push(goOn)
      joined.push(message)
      last = { role: message.role, parts: [...partsOf(message)], hasContent: hasContent(message) }
    } else {
      for (const part of partsOf(message)) last.parts.push(part)
      last.hasContent ||= hasContent(message)
      const before = joined.pop()!
      const { providerOptions = before.providerOptions } = message
      const options = providerOptions === undefined ? {} : { providerOptions }
      joined.push({ ...before, ...message, content: last.parts, ...options } as ModelMessage)
    }
  }
  return joined
}

/** The newest message, joined with its neighbours of the same role. */
type Joined = { readonly role: 'user' | 'assistant'; readonly parts: unknown[]; hasContent: boolean }

/** Providers with reasoning require that an answer in progress starts with it, not with earlier content. */
const startsWithReasoning = ({ hasContent }: Joined, message: ModelMessage): boolean =>
  message.role === 'assistant' && partsOf(message)[0]?.type === 'reasoning' && hasContent

const hasContent = (message: UserModelMessage | AssistantModelMessage): boolean =>
  partsOf(message).some(({ type }) => contentTypes.includes(type))

type Content<M extends { content: unknown }> = Extract<M['content'], readonly unknown[]>

function partsOf<M extends UserModelMessage | AssistantModelMessage>({ content }: M): Content<M> {
  return (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as Content<M>
}

/** Reasoning that is not followed by content is refused; an interrupted answer leaves it behind. */
function withoutTrailingReasoning(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const kept: ModelMessage[] = []
  for (const message of messages.toReversed()) {
    // Reasoning before another message of the assistant belongs to that one.
    const isLast = message.role === 'assistant' && kept.at(-1)?.role !== 'assistant'
    const bare = isLast ? withoutLastReasoning(message) : message
    if (bare.content.length > 0) kept.push(bare)
  }
  return kept.reverse()
}

function withoutLastReasoning(message: AssistantModelMessage): AssistantModelMessage {
  const parts = partsOf(message)
  const last = parts.findLastIndex(({ type }) => contentTypes.includes(type))
  const isLoose = (type: string, at: number) => at > last && type.startsWith('reasoning')
  const content = last === -1 ? [] : parts.filter(({ type }, at) => !isLoose(type, at))
  return typeof message.content !== 'string' && content.length === parts.length ? message : { ...message, content }
}

const contentTypes: readonly string[] = ['text', 'file', 'tool-call', 'tool-result']

function framed(messages: readonly ModelMessage[]): ModelMessage[] {
  if (messages.length === 0) return []
  const opening = messages[0]!.role === 'assistant' ? [assistantFirst] : []
  const closing = messages.at(-1)!.role === 'assistant' ? [goOnInPlace] : []
  return [...opening, ...messages, ...closing]
}

const userText = (text: string): UserModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })

const assistantFirst = userText('(The assistant speaks first.)')
const goOn = userText('Go on.')
/** What follows is shown as one answer with what was said before. */
const goOnInPlace = userText(
  'Go on exactly where your last message ends, in mid-sentence if it does. Repeat nothing and comment on nothing.',
)
