import { isOutdated, type ScreenState } from './screen.ts'
import { type StatusLine, statusLines } from './status-line.ts'

/** The one status line to show now. The most serious wins; an outdated screen is more serious than a full window. */
export function currentStatusLine(screen: ScreenState): StatusLine | null {
  const { statusLine, conversation, connection } = screen
  if (statusLine?.tone === 'red') return statusLine
  if (isOutdated(screen)) return statusLines.updatedElsewhere()
  if (conversation?.compacting) {
    const waiting = screen.answer?.parts.length === 0
    return waiting ? statusLines.waiting(conversation.compacting) : statusLines.condensing(conversation.compacting)
  }
  if (statusLine?.tone === 'yellow') return statusLine
  if (connection === 'offline') return statusLines.offline()
  return statusLine ?? nearlyFull(screen) ?? (conversation?.offer ? statusLines.draftReady() : null)
}

function nearlyFull({ conversation, answer }: ScreenState): StatusLine | null {
  if (conversation === null || answer !== null || conversation.status.level !== 'red') return null
  const { window, used, reserved } = conversation.status
  return window === null
    ? null
    : statusLines.nearlyFull(Math.max(0, window - used), reserved, conversation.policy.automatic)
}
