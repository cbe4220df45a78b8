import type { Json } from '../core/json.ts'
import type { FilePart, Message, Part } from '../core/message.ts'
import { countTokens, countTokensAsync } from './count.ts'
import type { ImageRule } from './families.ts'
import { mediaTokens } from './media.ts'
import { resultMedia, resultText } from './result-media.ts'

/** Tokens of a message by the tokenizer; attachments at an ordinary provider's rate. */
export const countMessage = (message: Message): number => countText(message) + countedMedia(message)

/** The same for a message of any size, without blocking the event loop. */
export async function countMessageAsync(message: Message): Promise<number> {
  let tokens = framesOf(message) + countedMedia(message)
  for (const text of textsOf(message)) tokens += await countTokensAsync(text)
  return tokens
}

/** Tokens of everything in a message that is text. */
export const countText = (message: Message): number =>
  textsOf(message).reduce((tokens, text) => tokens + countTokens(text), framesOf(message))

/** Tokens of a message's attachments, as a provider charges for them. */
export const countMedia = (message: Message, rule: ImageRule): number =>
  filesOf(message).reduce((tokens, file) => tokens + mediaTokens(file, rule), 0)

/** The attachments of a message, those that tools returned among them. */
export const filesOf = ({ parts }: Message): readonly FilePart[] =>
  parts.flatMap(part => {
    if (part.type === 'file') return [part]
    return part.type === 'tool-result' ? resultMedia(part) : []
  })

/** The part of a message's count that is attachments. */
export const countedMedia = (message: Message): number => countMedia(message, 'claude')

const textsOf = ({ parts }: Message): readonly string[] => parts.flatMap(texts)

function texts(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text]
    case 'tool-call':
      return [part.name, JSON.stringify(part.input)]
    case 'tool-result':
      return [resultText(part)]
    case 'file':
      return part.name === null ? [] : [part.name]
    case 'opaque':
      return [JSON.stringify(part.value, (_, value: Json) => (isSealed(value) ? '' : value))]
  }
}

const framesOf = ({ parts }: Message): number => parts.reduce((tokens, part) => tokens + frame(part), 0)

/** What a part takes besides its texts: ids and markup around a call or result, encrypted strings in opaque parts. */
function frame(part: Part): number {
  if (part.type === 'tool-call' || part.type === 'tool-result') return callFrame
  return part.type === 'opaque' ? sealedTokens(part.value) : 0
}

/** Measured on recorded usage: a result takes 10 to 12 tokens more than its text, of which 4 are the message's own. */
const callFrame = 6

/** Encrypted reasoning and the like: it is not read as text, but stands for the text it encrypts. */
const isSealed = (value: Json): value is string => typeof value === 'string' && /^[\w+/=-]{400,}$/.test(value)

function sealedTokens(value: Json): number {
  if (isSealed(value)) return Math.ceil((value.length * 0.75) / 4)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((tokens, one) => tokens + sealedTokens(one), 0)
}
