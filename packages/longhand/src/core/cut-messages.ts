import { markBinary } from './mark-binary.ts'
import { type Message, outputText, type Part } from './message.ts'

/** Messages that take no more characters than this, in order; what does not fit is cut off where the cut can be seen. */
export function cutMessages(messages: readonly Message[], max: number): readonly Message[] {
  let left = max
  return messages.flatMap(message => {
    const parts = message.parts.slice(0, maxParts).flatMap(part => {
      const kept = cutPart(part, left)
      left -= kept === null ? 0 : lengthOf(kept)
      return kept === null ? [] : [kept]
    })
    return parts.length === 0 ? [] : [{ ...message, parts }]
  })
}

/** More than any model ever says at once. */
const maxParts = 10_000

/** The characters that messages take. */
export const lengthOfMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, { parts }) => parts.reduce((all, part) => all + lengthOf(part), sum), 0)

/** Half a call is none, and half a file cannot be read: those are left out. */
function cutPart(part: Part, max: number): Part | null {
  if (lengthOf(part) <= max) return part
  if (max <= 0) return null
  if (part.type === 'text' || part.type === 'reasoning') return { type: part.type, text: cutText(part.text, max) }
  return part.type === 'tool-result' ? { ...part, output: cutOutput(outputText(part), max) } : null
}

const cutText = (text: string, max: number): string => `${text.slice(0, max).toWellFormed()}${mark}`

/** Half a picture that a tool returned is none either. */
function cutOutput(output: string, max: number): string {
  const text = markBinary(output, length => `[${length} characters of binary data cut off here: too long]`)
  return text.length <= max ? text : cutText(text, max)
}

const mark = '\n[cut off here: too long]'

function lengthOf(part: Part): number {
  if (part.type === 'text' || part.type === 'reasoning') return part.text.length
  return part.type === 'tool-result' ? outputText(part).length : JSON.stringify(part).length
}
