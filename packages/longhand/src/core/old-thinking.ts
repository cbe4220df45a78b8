import type { Branch } from './branch.ts'
import type { Message } from './message.ts'
import type { View } from './view.ts'

/** The depth of the last entry that changed what the model reads of the past; 0 when nothing has. */
export const viewChangedAt = (branch: Branch): number => branch.findLast(({ type }) => type !== 'message')?.depth ?? 0

/**
 * The messages of a view without what was thought up to a depth. Some providers accept thinking only behind exactly
 * what it was thought about: a summary in its place, or the originals in the place of a summary, are something else.
 */
export const withoutThinkingUpTo = (read: View, depth: number): readonly Message[] =>
  read.flatMap(({ message, span }) => {
    if (message.role !== 'assistant' || span.to > depth) return [message]
    const parts = message.parts.filter(({ type }) => type !== 'reasoning')
    return parts.length === 0 ? [] : [{ ...message, parts }]
  })
