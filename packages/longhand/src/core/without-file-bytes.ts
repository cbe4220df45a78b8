import type { MessageEntry } from './entry.ts'
import type { FilePart, Part } from './message.ts'

/** An entry without the bytes of its files: texts name files and never hold them, and bytes are many to carry around. */
export const withoutFileBytes = <Entry extends Pick<MessageEntry, 'message'>>(entry: Entry): Entry =>
  entry.message.parts.some(holdsBytes)
    ? { ...entry, message: { ...entry.message, parts: entry.message.parts.map(withoutBytes) } }
    : entry

const holdsBytes = (part: Part): part is FilePart => part.type === 'file' && part.source.type === 'base64'

const withoutBytes = (part: Part): Part => (holdsBytes(part) ? { ...part, source: { type: 'base64', data: '' } } : part)
