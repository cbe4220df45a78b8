import type { LiveNotice } from 'longhand/client'
import type { Receipt } from 'longhand/internal/client'
import type { EngineEvent, Notice } from 'longhand/internal/engine'
import { progressOf } from '../display/progress.ts'
import type { Authors } from './authors.ts'
import type { LiveFeed } from './live-feed.ts'

/** Publishes the engine events that screens need. */
export function publishEngineEvent(live: LiveFeed, event: EngineEvent): void {
  if (event.type === 'bug') return
  const { owner, conversation: id } = event
  if (event.type === 'status') live.publish(owner, { type: 'status', id, status: event.status })
  if (event.type === 'compaction') {
    live.publish(owner, { type: 'compaction', id, progress: progressOf(event) })
    if (event.receipt !== null) for (const notice of compacted(id, event.receipt)) live.publish(owner, notice)
  }
  if (event.type === 'preparation' && event.outcome === 'prepared') live.publish(owner, { type: 'offer', id })
  const sentence = warningIn(event)
  if (sentence !== null) live.publish(owner, { type: 'warning', id, sentence })
}

/** H2 that a compaction counts, in our words and in those of clients that know sessions. */
const compacted = (id: string, receipt: Receipt): readonly LiveNotice[] => [
  { type: 'conversation.compacted', id, receipt },
  { type: 'session.compacted', id, session_id: id, tokens_saved: receipt.before - receipt.after },
]

/** Warnings that cannot be part of an answer's stream. */
function warningIn(event: EngineEvent): string | null {
  if (event.type === 'warning' && besideAnswers.includes(event.code)) return event.sentence
  const unsaved = event.type === 'checkpoint' && event.outcome === 'failed'
  return unsaved ? 'A checkpoint could not be saved. The conversation goes on, and nothing else is lost.' : null
}

const besideAnswers: readonly string[] = ['silent-cut', 'crash-loop']

/** Publishes a change that storage reports, whichever process made it. */
export function publishChange(live: LiveFeed, authors: Authors, notice: Notice): void {
  if (notice.type === 'missed') live.closeAll()
  else {
    const { owner, conversation: id, version } = notice
    live.publish(owner, { type: 'conversation', id, version, by: authors.of(id) })
  }
}
