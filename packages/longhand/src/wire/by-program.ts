import type { Message } from '../core/message.ts'

/** The same message with its words attributed to a program: the log says that no person wrote them. */
export const byProgram = (message: Message): Message =>
  message.role !== 'user'
    ? message
    : { ...message, parts: message.parts.map(part => (part.type === 'text' ? { ...part, author: 'program' } : part)) }
