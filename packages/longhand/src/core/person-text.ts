import type { Message, TextPart } from './message.ts'
import { type AuthoredText, splitByAuthor } from './program-text.ts'

/** The words of a text part by who wrote them. What a log attributes to a program is a program's as a whole. */
export const authoredTexts = (part: TextPart): readonly AuthoredText[] =>
  part.author === 'program' ? [{ author: 'program', text: part.text }] : splitByAuthor(part.text)

/** What the person wrote in a message, without what programs put there. */
export function personText({ role, parts }: Message): string {
  if (role !== 'user') return ''
  return parts
    .flatMap(part => (part.type === 'text' ? authoredTexts(part) : []))
    .flatMap(({ author, text }) => (author === 'person' && text.trim() !== '' ? [text.trim()] : []))
    .join('\n')
}

/** Whether a message holds anything from the person: words, or a file. */
export const isFromPerson = ({ role, parts }: Message): boolean =>
  role === 'user' && parts.some(part => part.type === 'file' || (part.type === 'text' && hasPersonsWords(part)))

const hasPersonsWords = (part: TextPart): boolean =>
  authoredTexts(part).some(({ author, text }) => author === 'person' && text.trim() !== '')
