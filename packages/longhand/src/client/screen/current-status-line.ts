import { isBehind, type Screen } from './screen.ts'
import { type Strip, strips } from './status-line.ts'

/** The one strip that a screen shows now. The gravest wins; writing on an old state is graver than a full window. */
export function shownStrip(screen: Screen): Strip | null {
  const { told, conversation, link } = screen
  if (told?.tone === 'red') return told
  if (isBehind(screen)) return strips.elsewhere()
  if (conversation?.compacting) {
    const waiting = screen.answer?.parts.length === 0
    return waiting ? strips.waiting(conversation.compacting) : strips.condensing(conversation.compacting)
  }
  if (told?.tone === 'yellow') return told
  if (link === 'down') return strips.offline()
  return told ?? nearlyFull(screen) ?? (conversation?.offer ? strips.offered() : null)
}

function nearlyFull({ conversation, answer }: Screen): Strip | null {
  if (conversation === null || answer !== null || conversation.status.level !== 'red') return null
  const { window, used, reserved } = conversation.status
  return window === null ? null : strips.nearlyFull(Math.max(0, window - used), reserved, conversation.policy.automatic)
}
