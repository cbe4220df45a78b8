import type { Message, Part } from '../../core/message.ts'
import { jsonText } from './json-text.ts'
import { callText } from './tool-call.ts'

/** A message as plain text: words, calls, tool results, file names. Reasoning is left out. */
export const messageText = ({ parts }: Message): string =>
  parts
    .map(partText)
    .filter(text => text !== '')
    .join('\n')

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'tool-call': {
      const { line, long } = callText(part)
      return [line, ...long.map(({ text }) => text)].join('\n')
    }
    case 'tool-result':
      return jsonText(part.output)
    case 'file':
      return `[file ${part.name ?? 'without a name'}, ${part.mediaType}]`
    default:
      return ''
  }
}
