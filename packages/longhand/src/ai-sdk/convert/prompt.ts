import type { ModelMessage, SystemModelMessage } from 'ai'
import { escapeTag } from '../../core/escape-tag.ts'
import { type FilePart, type Message, type Part, textOf } from '../../core/message.ts'
import { alternate } from './alternate.ts'
import { toModelMessages } from './convert.ts'
import { isFields } from './json.ts'

/** What `streamText` and `generateText` take: `streamText({ model, ...toPrompt(view) })`. */
export type SdkPrompt = { readonly instructions?: SystemModelMessage[]; readonly messages: ModelMessage[] }

/** A view as a request that every provider takes, whichever of them wrote its messages. `instructions` come first. */
export const toPrompt = (messages: readonly Message[], instructions: string | null = null): SdkPrompt =>
  promptOf(messages, instructions, all => all.flatMap(createWriter()))

/** The same for whoever changes nothing in it: the messages of the request before are not written again. */
export const toSharedPrompt = (messages: readonly Message[], instructions: string | null): SdkPrompt =>
  promptOf(messages, instructions, writeNew)

function promptOf(
  messages: readonly Message[],
  instructions: string | null,
  write: (messages: readonly Message[]) => readonly ModelMessage[],
): SdkPrompt {
  const found = messages.findIndex(({ role }) => role !== 'system')
  const start = found === -1 ? messages.length : found
  const own: readonly Message[] =
    instructions === null ? [] : [{ role: 'system', parts: [{ type: 'text', text: instructions }] }]
  const system = toModelMessages([...own, ...messages.slice(0, start)].filter(hasWords)) as SystemModelMessage[]
  const prompt = { messages: alternate(write(messages.slice(start))) }
  return system.length === 0 ? prompt : { ...prompt, instructions: system }
}

/** Messages are never edited, and mostly a request begins with all messages of the one before. */
function writeNew(messages: readonly Message[]): readonly ModelMessage[] {
  const [first] = messages
  if (first === undefined) return []
  const before = requests.get(first)
  const isStart = before?.messages.every((message, at) => message === messages[at]) === true
  const request = isStart ? before : { messages: [], written: [], write: createWriter() }
  requests.set(first, request)
  for (const message of messages.slice(request.messages.length)) {
    request.messages.push(message)
    request.written.push(...request.write(message))
  }
  return request.written
}

type Writer = (message: Message) => readonly ModelMessage[]

type WrittenRequest = { readonly messages: Message[]; readonly written: ModelMessage[]; readonly write: Writer }

/** The last request of each conversation, by its first message. */
const requests = new WeakMap<Message, WrittenRequest>()

/** Writes the messages of a request, in order; none for one with nothing in it that a model could read. */
function createWriter(): Writer {
  const withPortableCalls = portableCalls()
  return message => toModelMessages([portableMessage(withPortableCalls(message))])
}

const hasWords = (message: Message): boolean => textOf(message).trim() !== ''

/**
 * Calls under names and ids that every provider accepts, each id once in a conversation. The same conversation gets the
 * same names however long it grows, so that what a provider has cached stays good.
 */
function portableCalls(): (message: Message) => Message {
  const times = new Map<string, number>()
  const current = new Map<string, string>()
  return message => {
    const here = new Set<string>()
    const parts = message.parts.flatMap((part): readonly Part[] => {
      if (part.type === 'tool-call') {
        // Two calls of one step under one id can only be answered once.
        if (here.has(part.callId)) return []
        here.add(part.callId)
        const time = (times.get(part.callId) ?? 0) + 1
        times.set(part.callId, time)
        current.set(part.callId, portable(part.callId) + (time === 1 ? '' : `-${time}`))
      }
      if (part.type !== 'tool-call' && part.type !== 'tool-result') return [part]
      return [{ ...part, callId: current.get(part.callId) ?? portable(part.callId), name: portable(part.name) }]
    })
    return { ...message, parts }
  }
}

/** Letters, digits, `_` and `-`: the only characters that all providers take in a name. */
const portable = (name: string): string => name.replace(/[^\w-]/g, sign => `_${sign.codePointAt(0)!.toString(16)}`)

function portableMessage(message: Message): Message {
  const { role, parts } = message
  if (role === 'assistant') return { role, parts: parts.flatMap(portablePart) }
  if (role !== 'system') return message
  // System messages are only possible at the start of a request; later ones are sent as the user's.
  const text = hasWords(message) ? `<system>\n${escapeTag(textOf(message), 'system')}\n</system>` : ''
  return { role: 'user', parts: [{ type: 'text', text }] }
}

function portablePart(part: Part): readonly Part[] {
  if (part.type === 'tool-call' && !isFields(part.input)) return [{ ...part, input: { input: part.input } }]
  return part.type === 'file' ? asText(part) : [part]
}

/** Hardly any provider reads files of the assistant's, and none behind a URL: they become a text. */
function asText(file: FilePart): readonly Part[] {
  const label: Part = { type: 'text', text: `[${file.mediaType}${file.name === null ? '' : ` ${file.name}`}]` }
  return file.source.type === 'url' ? [label] : [label, file]
}
