import type { UIMessage } from 'ai'
import { atMessage } from '../../core/at-message.ts'
import { checkItems, givenMessages } from '../../core/check-items.ts'
import { describeValue } from '../../core/describe-value.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Message, Part, Role } from '../../core/message.ts'
import { checkList } from '../../history/check-source.ts'
import { type Fields, plain } from './json.ts'
import { fieldsIn, opaque, sdkType } from './opaque.ts'
import { carriedBy, fromUIPart, toUIPart } from './ui-part.ts'
import { fromStep, toStep } from './ui-step.ts'
import { isToolPart } from './ui-tool.ts'

/** A message and the id it has on screens. The steps of one answer share the id of their `UIMessage`. */
export type Shown = { readonly id: string; readonly message: Message }

/**
 * Converts the AI SDK's UI messages to ours: each step of an answer becomes an assistant message and one with the
 * results. A tool's own `toModelOutput` is not known here; apps with such tools convert with the AI SDK first.
 */
export function fromUIMessages(messages: readonly UIMessage[]): readonly Shown[] {
  checkList(messages)
  // A list may have holes, which `flatMap` would skip.
  return [...messages].flatMap((message, at) =>
    atMessage(at, () => readMessage(message)).map(one => ({ id: message.id, message: one })),
  )
}

/** Converts our messages to UI messages. Neighbours that share an id become one `UIMessage`. */
export function toUIMessages(shown: readonly Shown[]): UIMessage[] {
  checkItems(shown, { ...givenMessages, field: 'message', item: '{ id, message }' })
  const groups: { id: string; messages: Message[] }[] = []
  for (const { id, message } of shown) {
    const last = groups.at(-1)
    if (last?.id === id) last.messages.push(message)
    else groups.push({ id, messages: [message] })
  }
  return groups.map(({ id, messages }) => writeMessage(id, messages))
}

function readMessage(message: UIMessage): readonly Message[] {
  const { role, parts, metadata } = message ?? {}
  if (!Array.isArray(parts)) throw notForScreens(parts)
  const read = role === 'assistant' ? readSteps(parts) : [{ role, parts: parts.map(part => readPart(part, role)) }]
  if (metadata === undefined) return read
  const [first, ...rest] = read
  return [{ ...first!, parts: [...first!.parts, opaque('metadata', plain(metadata))] }, ...rest]
}

const notForScreens = (parts: unknown): LonghandError =>
  new LonghandError(
    'bad-message',
    `parts is ${describeValue(parts)}; UI messages have a list of parts. For messages with content, use fromModelMessages.`,
  )

function readPart(raw: UIMessage['parts'][number], role: Role): Part {
  const carried = carriedBy(plain(raw) as Fields)
  return carried === null ? fromUIPart(raw, role) : carried.part
}

/** An answer's parts as messages: a new step starts a new message, and so does a person's message in between. */
function readSteps(parts: UIMessage['parts']): readonly Message[] {
  const found: Message[] = []
  let step: Fields[] = []
  const close = () => {
    if (step.length > 0) for (const message of fromStep(step)) found.push(message)
    step = []
  }
  for (const part of parts.map(part => plain(part) as Fields)) {
    if (part.type === 'step-start' && step.some(isContent)) close()
    if (part.type === 'steering-message') {
      close()
      found.push(readSteering(part))
    } else step.push(part)
  }
  close()
  return found.length === 0 ? fromStep([]) : found
}

/** Marks and data alone are not a step: they belong to the next one. */
const isContent = (part: Fields): boolean =>
  part.type === 'text' || part.type === 'reasoning' || part.type === 'file' || isToolPart(part)

function readSteering({ id, parts, ...others }: Fields): Message {
  const written = Array.isArray(parts) ? parts.map(part => fromUIPart(part, 'user')) : []
  return { role: 'user', parts: [...written, opaque('steering-message', { ...others, id: id ?? '' })] }
}

function writeMessage(id: string, messages: readonly Message[]): UIMessage {
  const metadata = messages.flatMap(({ parts }) => parts).find(part => sdkType(part) === 'metadata')
  const bare = messages.map(({ role, parts }) => ({ role, parts: parts.filter(part => part !== metadata) }))
  const isAnswer = bare.some(({ role, parts }) => role === 'assistant' || role === 'tool' || parts.some(isSteering))
  const role = isAnswer ? 'assistant' : bare[0]!.role
  const parts = isAnswer ? writeAnswer(bare) : bare.flatMap(({ parts }) => parts.map(part => toUIPart(part, role)))
  const written = metadata?.type === 'opaque' ? { metadata: metadata.value } : {}
  return { id, role, ...written, parts } as unknown as UIMessage
}

const isSteering = (part: Part): boolean => sdkType(part) === 'steering-message'

function writeAnswer(messages: readonly Message[]): readonly Fields[] {
  return messages.flatMap((message, at) => {
    if (message.role === 'user') return [writeSteering(message)]
    const answers = toolsFrom(messages, message.role === 'tool' ? at : at + 1)
    if (message.role !== 'tool') return toStep(message, answers)
    // Results follow their step; those that follow none get a new one.
    const before = messages[at - 1]?.role ?? 'user'
    return before === 'user' ? toStep({ role: 'assistant', parts: [] }, answers) : []
  })
}

function toolsFrom(messages: readonly Message[], from: number): readonly Message[] {
  let to = from
  while (messages[to]?.role === 'tool') to++
  return messages.slice(from, to)
}

function writeSteering({ parts }: Message): Fields {
  const mark = parts.find(isSteering)
  const written = parts.filter(part => part !== mark).map(part => toUIPart(part, 'user'))
  const value = mark?.type === 'opaque' ? fieldsIn(mark) : { id: '' }
  return { type: 'steering-message', ...value, parts: written }
}
