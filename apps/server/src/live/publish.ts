import type { EngineEvent, Notice } from 'longhand/internal/engine'
import { progressOf } from '../display/progress.ts'
import type { Authors } from './authors.ts'
import type { Live } from './live-feed.ts'

/** What the engine says, as far as screens want to know it. */
export function tellEngineEvent(live: Live, event: EngineEvent): void {
  const { owner, conversation: id } = event
  if (event.type === 'status') live.tell(owner, { type: 'status', id, status: event.status })
  if (event.type === 'compaction') live.tell(owner, { type: 'compaction', id, progress: progressOf(event) })
  if (event.type === 'preparation' && event.outcome === 'prepared') live.tell(owner, { type: 'offer', id })
  const sentence = warningIn(event)
  if (sentence !== null) live.tell(owner, { type: 'warning', id, sentence })
}

/** What no answer tells: it has ended by then, or it is none of its business. */
function warningIn(event: EngineEvent): string | null {
  if (event.type === 'warning' && besideAnswers.includes(event.code)) return event.sentence
  const unsaved = event.type === 'checkpoint' && event.outcome === 'failed'
  return unsaved ? 'A checkpoint could not be saved. The conversation goes on, and nothing else is lost.' : null
}

const besideAnswers: readonly string[] = ['silent-cut', 'crash-loop']

/** What storage says about changes, by this process or any other. */
export function tellChange(live: Live, authors: Authors, notice: Notice): void {
  if (notice.type === 'missed') live.endAll()
  else {
    const { owner, conversation: id, version } = notice
    live.tell(owner, { type: 'conversation', id, version, by: authors.of(id) })
  }
}
