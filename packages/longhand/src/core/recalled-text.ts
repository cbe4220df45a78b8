import { type Message, outputText } from './message.ts'

/** A message as someone reads it who recalls it: all that was said, called and answered, cut where it is too long. */
export function recalledText({ parts }: Message, maxCharacters: number): string {
  const text = parts
    .map(part => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text
      if (part.type === 'tool-call') return `[calls ${part.name} ${JSON.stringify(part.input)}]`
      if (part.type === 'tool-result') return outputText(part)
      return `[${part.type}]`
    })
    .join('\n')
  return cutText(text, maxCharacters)
}

/** A text cut at its end, where the cut can be seen. */
export const cutText = (text: string, maxCharacters: number): string =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()} […]`
