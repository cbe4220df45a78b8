import type { Message, Part } from '../core/message.ts'
import { outputText } from '../core/message.ts'
import { countTokens } from './count.ts'
import type { ImageRule } from './families.ts'
import { mediaTokens } from './media.ts'

/** Tokens of a message by the tokenizer, once and for all; attachments are taken at an ordinary provider's rate. */
export const countMessage = (message: Message): number => countText(message) + countMedia(message, 'claude')

/** Tokens of everything in a message that is text. */
export const countText = (message: Message): number => message.parts.reduce((sum, part) => sum + partTokens(part), 0)

/** Tokens of a message's attachments, as a provider charges for them. */
export const countMedia = (message: Message, rule: ImageRule): number =>
  message.parts.reduce((sum, part) => sum + (part.type === 'file' ? mediaTokens(part, rule) : 0), 0)

function partTokens(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return countTokens(part.text)
    case 'tool-call':
      return countTokens(part.name) + countTokens(JSON.stringify(part.input)) + callFrame
    case 'tool-result':
      return countTokens(outputText(part)) + callFrame
    case 'file':
      return part.name === null ? 0 : countTokens(part.name)
    case 'opaque':
      return countTokens(JSON.stringify(part.value))
  }
}

/** The ids and markup around a call or a result. */
const callFrame = 5
