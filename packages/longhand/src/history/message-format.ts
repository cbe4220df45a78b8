import type { Message } from '../core/message.ts'

/** How an app's own messages become ours, and ours become theirs. */
export type MessageFormat<Source> = {
  /** A reader for one history, given its messages in order: it may remember a call's name for the result that follows. */
  readonly createReader: () => (source: Source) => readonly Message[]
  readonly write: (messages: readonly Message[]) => readonly Source[]
}

/** For histories that are kept in our own messages. */
export const ownFormat: MessageFormat<Message> = {
  createReader: () => source => [source],
  write: messages => messages,
}
