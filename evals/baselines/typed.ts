import type { RecordedMessage } from '../corpus.ts'

/** Whether a person typed a message; clients put in messages of the user's role by themselves. */
export const isTyped = ({ role, meta }: RecordedMessage): boolean => role === 'user' && meta?.kind === undefined
