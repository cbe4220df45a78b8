import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'

/** What the messages of a door look like. */
export type SourceForm = {
  readonly roles: readonly string[]
  /** What to do with messages for screens, which have parts in place of a content. */
  readonly forScreens: string
  /** Whether every message has a content: not in OpenAI's form, where an answer may only call tools. */
  readonly content?: 'required'
}

/** Throws `bad-message` unless a value has a role of this form and a content. */
export function checkSource(value: unknown, { roles, forScreens, content: need }: SourceForm): void {
  if (typeof value !== 'object' || value === null) bad('The message', value, '{ role, content }')
  const { role, content, parts, ...others } = value as Readonly<Record<string, unknown>>
  if (content === undefined && Array.isArray(parts))
    throw new LonghandError(
      'bad-message',
      `parts is there and content is not, as in messages for screens. ${forScreens}`,
    )
  if (!roles.includes(role as string)) bad('role', role, roles.join(', '))
  if (Array.isArray(content)) checkParts(content)
  if (typeof content === 'string' || Array.isArray(content)) return
  if (need !== 'required' && content == null && role === 'assistant' && Object.keys(others).length > 0) return
  bad('content', content, 'a text or a list of parts')
}

/** What a part holds is its own affair; what is no part at all would fail somewhere in the middle. */
function checkParts(content: readonly unknown[]): void {
  for (const [at, part] of content.entries())
    if (typeof (part as { readonly type?: unknown } | null | undefined)?.type !== 'string')
      bad(`content[${at}]`, part, "a part, as { type: 'text', text: '…' }")
}

/** Throws `bad-request` unless a value is a list. */
export function checkList(value: unknown): void {
  if (Array.isArray(value)) return
  throw new LonghandError('bad-request', `messages is ${describeValue(value)}; it must be a list of all messages.`)
}

function bad(at: string, value: unknown, expected: string): never {
  throw new LonghandError('bad-message', `${at} is ${describeValue(value)}; it must be ${expected}.`)
}
