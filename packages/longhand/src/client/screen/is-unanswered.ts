import { isOutdated, type ScreenState } from './screen.ts'

/** K8 whether nobody is answering the newest message, also because all of its answer was lost with a server. */
export function isUnanswered(screen: ScreenState): boolean {
  const { conversation, entries, outgoing, answer } = screen
  const isIdle = answer === null && outgoing.length === 0 && conversation?.turn === null && conversation.client === null
  const newest = entries.findLast(entry => entry.type === 'message')
  // What changed elsewhere may be its answer.
  return isIdle && !isOutdated(screen) && newest?.message.role === 'user'
}
