import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { checkJson } from '../history/check-json.ts'
import { createOpenAIReader, toOpenAIChat } from '../wire/openai-chat.ts'

/** A message of LangChain's, as far as it is read here. */
export type LangchainMessage = {
  readonly type: string
  readonly content: unknown
  readonly name?: string | undefined
}

/** What its kinds hold besides. */
type Fields = LangchainMessage & {
  readonly role?: string
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[]
  readonly tool_call_id?: string
  readonly status?: string
}

/** The same as plain data, in the form of OpenAI's chat messages. */
export type PlainMessage = { readonly role: string; readonly [field: string]: Json }

const roles: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant', developer: 'system' }

export function toPlain(message: LangchainMessage): PlainMessage {
  const { type, content, name, role, tool_calls = [], tool_call_id = '', status } = message as Fields
  checkJson({ content, tool_calls }, '')
  if (type === 'tool') {
    const failed = status === 'error' ? { status } : {}
    return { role: 'tool', tool_call_id, name: name ?? null, content: plainContent(content), ...failed }
  }
  const said = { role: roles[type] ?? (type === 'generic' ? (role ?? type) : type), content: plainContent(content) }
  if (type !== 'ai') return said
  const calls = tool_calls.map(call => ({
    ...{ id: call.id ?? '', type: 'function' },
    function: { name: call.name, arguments: JSON.stringify(call.args ?? {}) },
  }))
  const thought = blocksOf(content).map(thoughtIn).join('')
  return {
    ...said,
    ...(thought !== '' && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

type Block = { readonly type?: unknown; readonly [field: string]: unknown }

const blocksOf = (content: unknown): readonly Block[] => (Array.isArray(content) ? content : [])

const thoughtIn = ({ type, reasoning, thinking }: Block): string => {
  const thought = type === 'reasoning' ? reasoning : type === 'thinking' ? thinking : ''
  return typeof thought === 'string' ? thought : ''
}

/** Calls stand beside the content as well, and thoughts are read apart from it. */
const elsewhere = [
  'tool_use',
  'tool_call',
  'tool_call_chunk',
  'input_json_delta',
  'function_call',
  'thinking',
  'reasoning',
]

function plainContent(content: unknown): Json {
  if (typeof content === 'string') return content
  return blocksOf(content)
    .filter(({ type }) => !elsewhere.includes(String(type)))
    .map(plainBlock)
}

/** Pictures come in the forms of OpenAI, Anthropic and LangChain itself. */
function plainBlock(block: Block): Json {
  const { type, image_url, url, data, mimeType, source } = block
  if (type === 'image_url') return pictureAt(typeof image_url === 'string' ? image_url : (image_url as Block).url)
  if (type !== 'image') return JSON.parse(JSON.stringify(block))
  if (typeof url === 'string') return pictureAt(url)
  const inside = (source ?? { data, media_type: mimeType }) as {
    readonly data?: unknown
    readonly media_type?: unknown
  }
  const bytes = inside.data instanceof Uint8Array ? Buffer.from(inside.data).toString('base64') : String(inside.data)
  return pictureAt(`data:${String(inside.media_type ?? 'image/png')};base64,${bytes}`)
}

const pictureAt = (url: unknown): Json => ({ type: 'image_url', image_url: { url: String(url) } })

/** Reads plain messages in order. A tool's failure is said beside its result, where OpenAI has no word for it. */
export function createPlainReader(): (message: PlainMessage) => readonly Message[] {
  const read = createOpenAIReader()
  return message => {
    const messages = read(message)
    return message.status === 'error' ? messages.map(asFailed) : messages
  }
}

const asFailed = ({ role, parts }: Message): Message => ({
  role,
  parts: parts.map(part => (part.type === 'tool-result' ? { ...part, outcome: 'error' } : part)),
})

export const writePlain = (messages: readonly Message[]): readonly PlainMessage[] =>
  messages.flatMap(message => {
    const written = toOpenAIChat([message]) as readonly PlainMessage[]
    if (message.role !== 'tool') return written
    const results = message.parts.filter(part => part.type === 'tool-result')
    return written.map((one, at) => {
      const { name, outcome } = results[at]!
      return { ...one, name, ...(outcome === 'ok' ? {} : { status: 'error' }) }
    })
  })
