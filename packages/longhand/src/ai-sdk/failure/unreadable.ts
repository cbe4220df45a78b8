import { LonghandError } from '../../core/errors.ts'
import type { FilePart, Message, Part } from '../../core/message.ts'
import { gather } from '../../providers/evidence.ts'

/** Whether a request failed because the model cannot read a file that was attached for another one. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof Error && error.name === 'AI_UnsupportedFunctionalityError') return true
  if (error instanceof LonghandError) return error.code === 'not-supported'
  const { status, text } = gather(error)
  return status === 400 && wording.test(text)
}

/** The wording of OpenAI, Ollama, vLLM and OpenRouter. */
const wording =
  /(?:image|file|audio|pdf|multimodal|content type|media)[^.]{0,60}(?:not supported|unsupported|only supported|does not support|not a multimodal|missing data required)|no endpoints found that support (?:image|file)/i

export const hasFiles = (messages: readonly Message[]): boolean =>
  messages.some(({ parts }) => parts.some(({ type }) => type === 'file'))

/** The same messages with every file as a text, for a model that cannot read it. */
export const withoutFiles = (messages: readonly Message[]): readonly Message[] =>
  messages.map(message => ({
    ...message,
    parts: message.parts.map(part => (part.type === 'file' ? asText(part) : part)),
  }))

const asText = ({ mediaType, name }: FilePart): Part => ({
  type: 'text',
  text: `[${mediaType}${name === null ? '' : ` ${name}`}: attached, but not readable by this model]`,
})
