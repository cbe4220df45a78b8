import type { ModelMessage } from 'ai'
import { atMessage } from '../../core/at-message.ts'
import { checkItems, givenMessages } from '../../core/check-items.ts'
import { isPart } from '../../core/check-message.ts'
import { asJson, type Json } from '../../core/json.ts'
import { type Message, type Part, textOf } from '../../core/message.ts'
import { sameJson } from '../../core/same-json.ts'
import { checkList, checkSource, partsOfOthers, type SourceForm } from '../../history/check-source.ts'
import { type Fields, plain } from './json.ts'
import { fromModelPart, toModelPart } from './model-part.ts'
import { putOurs, takeOurs, withField } from './note.ts'
import { fieldsIn, opaque, sdkType } from './opaque.ts'

/**
 * Converts the AI SDK's model messages to ours. Nothing is lost: what has no counterpart in the core is carried as
 * opaque parts and in `provider`. Messages in an older form (a bare string, an image part, bytes) come back in today's.
 */
export function fromModelMessages(messages: readonly ModelMessage[]): readonly Message[] {
  checkList(messages)
  return Array.from(messages, (message, at) => atMessage(at, () => fromModelMessage(message)))
}

/**
 * Converts our messages to the AI SDK's. A message with nothing a model could read is left out: providers refuse it.
 */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  checkItems(messages, givenMessages)
  return messages.map(writeMessage).filter(({ content }) => content.length > 0)
}

/** Parts that a message of the AI SDK has no place for, with where they stood. */
type Aside = readonly (readonly [number, Part])[]

/** One message of the AI SDK as ours. */
export function fromModelMessage(message: ModelMessage): Message {
  checkSource(message, form)
  const { ours, options } = takeOurs(plain(message.providerOptions), 'aside', 'parts')
  const own = options === undefined ? [] : [opaque('message', { providerOptions: options })]
  if (message.role === 'system') return { role: 'system', parts: [...systemParts(message.content, ours.parts), ...own] }
  const parts = contentOf(message).map(part => fromModelPart(part, message.role))
  for (const [at, part] of asideIn(ours.aside)) parts.splice(at, 0, part)
  return { role: message.role, parts: [...parts, ...own] }
}

const form: SourceForm = {
  others: partsOfOthers('ai-sdk'),
  roles: ['system', 'user', 'assistant', 'tool'],
  forScreens: 'Convert them first: await convertToModelMessages(messages).',
  content: 'required',
}

const asideIn = (noted: Json | undefined): Aside =>
  (Array.isArray(noted) ? noted : []).flatMap((one: Json) =>
    Array.isArray(one) && typeof one[0] === 'number' && isPart(one[1]) ? [[one[0], one[1]] as const] : [],
  )

const contentOf = ({ content }: ModelMessage): readonly { readonly type: string }[] =>
  typeof content === 'string' ? [{ type: 'text', text: content } as { type: string }] : content

/** Several parts of a system message are one text to the AI SDK; they come back unless someone has changed the text. */
function systemParts(content: string, noted: Json | undefined): readonly Part[] {
  const parts: readonly Part[] = Array.isArray(noted) ? noted.filter(isPart) : []
  const isSame = parts.length > 0 && textOf({ role: 'system', parts }) === content
  return isSame ? parts : [{ type: 'text', text: content }]
}

function writeMessage(message: Message): ModelMessage {
  const { parts, options } = ownOptions(message)
  return message.role === 'system' ? writeSystem(parts, options) : writeParts({ role: message.role, parts }, options)
}

function writeSystem(parts: readonly Part[], options: Fields | undefined): ModelMessage {
  const content = textOf({ role: 'system', parts })
  const isPlain = sameJson(asJson(parts), [{ type: 'text', text: content }])
  const noted = isPlain ? {} : { parts: asJson(parts) }
  return asModelMessage({ role: 'system', content }, putOurs(options, noted))
}

function writeParts({ role, parts }: Message, options: Fields | undefined): ModelMessage {
  const written = parts.map(part => toModelPart(part, role))
  const aside = parts.flatMap((part, at) => (written[at] === null ? [asJson([at, part])] : []))
  const content = written.filter(part => part !== null) as Json[]
  const noted = aside.length === 0 ? {} : { aside }
  return asModelMessage({ role, content }, putOurs(options, noted))
}

/** The AI SDK's types say what each provider's options may hold; ours are whatever came from it. */
const asModelMessage = (said: Fields, options: Fields | undefined): ModelMessage =>
  withField(said, 'providerOptions', options) as unknown as ModelMessage

/** The options of a message as a whole stand behind its parts. */
function ownOptions({ parts }: Message): { parts: readonly Part[]; options: Fields | undefined } {
  const last = parts.at(-1)
  if (last?.type !== 'opaque' || sdkType(last) !== 'message') return { parts, options: undefined }
  return { parts: parts.slice(0, -1), options: fieldsIn(last).providerOptions as Fields }
}
