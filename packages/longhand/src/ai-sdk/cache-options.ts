import type { ModelMessage } from 'ai'
import type { SdkPrompt } from './convert/prompt.ts'

/**
 * Asks the provider to cache the request as the prefix of the next one. Most do so by default; Anthropic needs this
 * option, and sets the cache breakpoint itself.
 */
export const cacheOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * C19 the same prompt with two breakpoints, after the instructions and after the first part of the first message. After a
 * fold a request begins like those before it only that far, and Anthropic looks no further back than 20 blocks. It refuses
 * more than four in a request: those that another program had in its own are left out.
 */
export function withBreakpoints({ instructions = [], messages }: SdkPrompt): SdkPrompt {
  const [first, ...rest] = messages.map(withoutMarks)
  const prompt = { messages: first === undefined ? [] : [markFirstPart(first), ...rest] }
  const last = instructions.at(-1)
  if (last === undefined) return prompt
  return { ...prompt, instructions: [...instructions.slice(0, -1), marked(last)] }
}

function markFirstPart(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const [first, ...rest] = message.content
  const isBlank = first === undefined || (first.type === 'text' && first.text.trim() === '')
  return isBlank ? message : { ...message, content: [marked(first), ...rest] }
}

const marked = <Kind extends Marked>(one: Kind): Kind => ({
  ...one,
  providerOptions: { ...one.providerOptions, ...cacheOptions },
})

/** The message without marks for the cache, its own and those of its parts. */
function withoutMarks(message: ModelMessage): ModelMessage {
  const own = unmarked(message)
  if (typeof own.content === 'string') return own
  const parts = own.content as readonly Marked[]
  return parts.some(isMarked) ? ({ ...own, content: parts.map(unmarked) } as ModelMessage) : own
}

type Marked = Pick<ModelMessage, 'providerOptions'>

const isMarked = ({ providerOptions }: Marked): boolean => providerOptions?.anthropic?.cacheControl !== undefined

function unmarked<Kind extends Marked>(one: Kind): Kind {
  if (!isMarked(one)) return one
  const { cacheControl: _, ...anthropic } = one.providerOptions!.anthropic!
  return { ...one, providerOptions: { ...one.providerOptions, anthropic } }
}
