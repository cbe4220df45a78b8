import type { EngineEvent, Notice } from 'longhand/engine'
import { progressOf } from '../shown/progress.ts'
import type { Authors } from './authors.ts'
import type { Live } from './live.ts'

/** What the engine says, as far as screens want to know it. */
export function tellEngineEvent(live: Live, event: EngineEvent): void {
  const { owner, conversation: id } = event
  if (event.type === 'status') live.tell(owner, { type: 'status', id, status: event.status })
  if (event.type === 'compaction') live.tell(owner, { type: 'compaction', id, progress: progressOf(event) })
}

/** What storage says about changes, by this process or any other. */
export function tellChange(live: Live, authors: Authors, notice: Notice): void {
  if (notice.type === 'missed') live.endAll()
  else {
    const { owner, conversation: id, version } = notice
    live.tell(owner, { type: 'conversation', id, version, by: authors.of(id) })
  }
}
