import type { AssistantModelMessage, ModelMessage, UserModelMessage } from 'ai'

/**
 * The same messages in an order that every provider takes: it starts with the user, neighbours of one role are one
 * message, no answer ends in mere thought, and the assistant never has the last word.
 */
export function alternate(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  let last = null as Joined | null
  for (const message of withoutLooseThought(messages)) {
    if (message.role !== 'user' && message.role !== 'assistant') {
      joined.push(message)
      last = null
    } else if (last?.role !== message.role || startsNewThought(last, message)) {
      if (last?.role === message.role) joined.push(go('on'))
      joined.push(message)
      last = { role: message.role, parts: [...partsOf(message)], says: saysSomething(message) }
    } else {
      for (const part of partsOf(message)) last.parts.push(part)
      last.says ||= saysSomething(message)
      joined.push({ ...joined.pop(), ...message, content: last.parts } as ModelMessage)
    }
  }
  return framed(joined)
}

/** What the newest message holds, neighbours of its role included. */
type Joined = { readonly role: 'user' | 'assistant'; readonly parts: unknown[]; says: boolean }

/** A provider that thinks wants the answer it works on to start with its thought, not with what was said before. */
const startsNewThought = ({ says }: Joined, message: ModelMessage): boolean =>
  message.role === 'assistant' && partsOf(message)[0]?.type === 'reasoning' && says

const saysSomething = (message: UserModelMessage | AssistantModelMessage): boolean =>
  partsOf(message).some(({ type }) => saying.includes(type))

type Content<M extends { content: unknown }> = Extract<M['content'], readonly unknown[]>

function partsOf<M extends UserModelMessage | AssistantModelMessage>({ content }: M): Content<M> {
  return (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as Content<M>
}

/** Thought that led to no word and no call is refused; it is what an interrupted answer leaves behind. */
function withoutLooseThought(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const kept: ModelMessage[] = []
  for (const message of messages.toReversed()) {
    // Thought before another message of the assistant's led to that one.
    const isLast = message.role === 'assistant' && kept.at(-1)?.role !== 'assistant'
    const bare = isLast ? withoutLastThought(message) : message
    if (bare.content.length > 0) kept.push(bare)
  }
  return kept.reverse()
}

function withoutLastThought(message: AssistantModelMessage): AssistantModelMessage {
  const parts = partsOf(message)
  const last = parts.findLastIndex(({ type }) => saying.includes(type))
  const isLoose = (type: string, at: number) => at > last && type.startsWith('reasoning')
  return { ...message, content: last === -1 ? [] : parts.filter(({ type }, at) => !isLoose(type, at)) }
}

const saying: readonly string[] = ['text', 'file', 'tool-call', 'tool-result']

function framed(messages: readonly ModelMessage[]): ModelMessage[] {
  if (messages.length === 0) return []
  const opening = messages[0]!.role === 'assistant' ? [go('first')] : []
  const closing = messages.at(-1)!.role === 'assistant' ? [go('on')] : []
  return [...opening, ...messages, ...closing]
}

const go = (where: 'first' | 'on'): UserModelMessage => ({
  role: 'user',
  content: [{ type: 'text', text: where === 'first' ? '(The assistant speaks first.)' : 'Go on.' }],
})
