import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import { checkJson } from './check-json.ts'

/** What the messages of a door look like. */
export type SourceForm = {
  readonly roles: readonly string[]
  /** Types of parts, and fields of messages, that only other forms have, with what those are called; none when left out. */
  readonly others?: ReadonlyMap<string, string>
  /** What to do with messages for screens, which have parts in place of a content. */
  readonly forScreens: string
  /** Whether every message has a content: not in OpenAI's form, where an answer may only call tools. */
  readonly content?: 'required'
}

/** Throws `bad-message` unless a value has a role of this form and a content, and nothing that JSON cannot hold. */
export function checkSource(value: unknown, form: SourceForm): void {
  const { roles, forScreens, content: need } = form
  if (typeof value !== 'object' || value === null) bad('The message', value, '{ role, content }')
  checkJson(value, '')
  const { role, content, parts, ...others } = value as Readonly<Record<string, unknown>>
  if (content === undefined && Array.isArray(parts))
    throw new LonghandError(
      'bad-message',
      `parts is there and content is not, as in messages for screens. ${forScreens}`,
    )
  if (!roles.includes(role as string)) bad('role', role, roles.join(', '))
  if (Array.isArray(content)) checkParts(content, form)
  for (const [name, held] of Object.entries(others)) if (!isEmpty(held)) checkOwn(name, name, form)
  if (typeof content === 'string' || Array.isArray(content)) return
  if (need !== 'required' && content == null && role === 'assistant' && Object.keys(others).length > 0) return
  bad('content', content, 'a text or a list of parts')
}

const isEmpty = (held: unknown): boolean => held == null || (Array.isArray(held) && held.length === 0)

/** What a part holds is its own affair; what is no part at all would fail somewhere in the middle. */
function checkParts(content: readonly unknown[], form: SourceForm): void {
  for (const [at, part] of content.entries()) {
    const type = (part as { readonly type?: unknown } | null | undefined)?.type
    if (typeof type !== 'string') bad(`content[${at}]`, part, "a part, as { type: 'text', text: '…' }")
    else checkOwn(type, `content[${at}]`, form)
  }
}

/** A part of another provider's form would be carried along, counted as nothing it is, and refused by the provider. */
function checkOwn(name: string, at: string, { others }: SourceForm): void {
  const other = others?.get(name)
  if (other === undefined) return
  const what = at === name ? name : `${at} is of type ${name}, which`
  throw new LonghandError(
    'bad-message',
    `${what} belongs to ${other}. Convert it to the form that this entry point takes.`,
  )
}

/** What other forms have and this one has not. Parts that nobody knows are carried along. */
export function partsOfOthers(form: keyof typeof forms): ReadonlyMap<string, string> {
  const own: ReadonlySet<string> = new Set([...forms[form].parts, ...forms[form].also])
  const all = Object.values(forms).flatMap(({ name, parts }) => parts.map(part => [part, name] as const))
  return new Map(all.filter(([part]) => !own.has(part)))
}

/** `parts` tell a form apart, by their names; it may have those in `also` as well. */
const forms = {
  openai: {
    name: 'OpenAI’s chat messages',
    parts: ['image_url', 'input_audio', 'file', 'refusal', 'tool_calls', 'tool_call_id'],
    // Of its older versions, and of providers that speak its protocol.
    also: ['function_call', 'reasoning', 'thinking'],
  },
  anthropic: {
    name: 'Anthropic’s messages',
    parts: ['image', 'document', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result'],
    also: [],
  },
  responses: {
    name: 'OpenAI’s responses',
    parts: ['input_text', 'output_text', 'input_image', 'input_file', 'function_call', 'function_call_output'],
    also: [],
  },
  'ai-sdk': {
    name: 'the AI SDK’s messages',
    parts: ['reasoning', 'tool-call', 'tool-result'],
    also: ['file', 'image'],
  },
} as const

/** Throws `bad-request` unless a value is a list. */
export function checkList(value: unknown): void {
  if (Array.isArray(value)) return
  throw new LonghandError('bad-request', `messages is ${describeValue(value)}; it must be a list of all messages.`)
}

function bad(at: string, value: unknown, expected: string): never {
  throw new LonghandError('bad-message', `${at} is ${describeValue(value)}; it must be ${expected}.`)
}
