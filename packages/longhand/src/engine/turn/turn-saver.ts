import type { Part } from '../../core/message.ts'
import { leaseMs, leaseOf } from '../engine.ts'
import type { Beat, TurnJob } from '../ports/store-turns.ts'
import { reportBug } from '../report-bug.ts'
import type { Turn } from './turn.ts'

/** Saves what a running step has shown, so that no more than a second of it is ever lost, and renews the turn's lease. */
export type TurnSaver = {
  /** Tells where the parts of the step can be had. Null between steps. */
  watch(parts: (() => readonly Part[]) | null): void
  close(): Promise<void>
}

const saveMs = 800

export function createTurnSaver(
  { scope: { engine, store }, held, stop }: Pick<Turn, 'scope' | 'held' | 'stop'>,
  onSaved: (parts: readonly Part[]) => void,
): TurnSaver {
  const closing = new AbortController()
  let parts: (() => readonly Part[]) | null = null
  let dirty = false
  let beatAt = engine.clock.now()

  const work = async () => {
    while (!closing.signal.aborted) {
      await engine.clock.sleep(saveMs, closing.signal)
      if (closing.signal.aborted) return
      const since = engine.clock.now() - beatAt
      // A clock that was set back tells nothing, and the lease must not run out for that.
      const due = since < 0 || since > leaseMs / 3
      if (!dirty && !due) continue
      const shown = dirty ? parts : null
      // What is said while it is being saved waits for the next time.
      dirty = false
      const { job } = held
      const beat = await keep(job, shown)
      if (beat === 'lost' && held.job !== job) dirty ||= shown !== null
      else if (beat === 'stop' || beat === 'lost') return stop.abort(beat)
    }
  }

  const keep = async (job: TurnJob, shown: (() => readonly Part[]) | null): Promise<Beat | null> => {
    try {
      const saved = shown?.() ?? null
      const beat = await (saved === null
        ? store.turns.beat(job, leaseOf(engine))
        : store.turns.save(job, saved, leaseOf(engine)))
      beatAt = engine.clock.now()
      if (saved !== null && beat === 'held') onSaved(saved)
      return beat
    } catch (error) {
      reportBug(engine, error, { conversation: job.conversation, during: 'turn' })
      dirty ||= shown !== null
      // Storage that does not answer must not end an answer that is being read; the next try comes in a moment.
      return null
    }
  }

  const working = work()
  return {
    watch(next) {
      parts = next
      dirty = next !== null
    },
    async close() {
      closing.abort('closed')
      await working
    },
  }
}
