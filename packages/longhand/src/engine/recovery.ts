import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { stepEntryId } from './answer.ts'
import { take } from './compactor.ts'
import { type Engine, leaseOf, type Scope, scopeOf } from './engine.ts'
import { failpoint } from './failpoint.ts'
import type { NewEntry } from './store-entries.ts'
import type { TurnJob } from './store-turns.ts'

/** How often a process looks for work that another one left behind. */
const everyMs = 5_000

/** Takes over what other processes left behind when they died, until the signal fires. */
export async function watchOver(engine: Engine, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Storage that is down is told to whoever asks for something; this loop only tries again.
    await takeOver(engine).catch(() => null)
    await engine.clock.sleep(everyMs, signal)
  }
}

/** One round: every abandoned answer is kept as far as it was shown, every abandoned compaction is finished. */
export async function takeOver(engine: Engine): Promise<void> {
  const { chores } = engine.storage
  for (;;) {
    const turn = await chores.claimTurn(leaseOf(engine))
    if (turn === null) break
    await endAbandoned(scopeOf(engine, turn.owner, turn.conversation), turn)
  }
  for (;;) {
    const job = await chores.claimCompaction(leaseOf(engine))
    if (job === null) break
    await take(scopeOf(engine, job.owner, job.conversation), job).done.catch(() => null)
  }
}

/** K8 an answer whose writer died is kept as far as it was shown, and says that it was interrupted. */
export async function endAbandoned({ engine, store, owner, conversation }: Scope, turn: TurnJob): Promise<void> {
  await failpoint('recovery.turn')
  const { entries } = await store.entries.page(conversation, { limit: 200 })
  const steps = entries.filter(({ about }) => (about as { turn?: string } | null)?.turn === turn.id)
  const step = 1 + Math.max(0, ...steps.map(({ entry }) => Number(entry.id.split('.').at(-2))))
  const partial: readonly NewEntry[] = turn.parts.length === 0 ? [] : [interrupted(engine, turn, step)]
  await store.turns.finish(turn, 'interrupted', { entries: partial, head: 'stays' }).catch(error => {
    // The step was stored after all; its partial text is part of it.
    if (error instanceof LonghandError && error.code === 'conflict') return store.turns.finish(turn, 'interrupted')
    throw error
  })
  engine.tell({ type: 'turn', owner, conversation, turn: turn.id, outcome: 'interrupted', ms: 0 })
}

function interrupted(engine: Engine, turn: TurnJob, step: number): NewEntry {
  const message = { role: 'assistant', parts: turn.parts } as const
  const about: Json = { turn: turn.id, ending: 'interrupted' }
  return { id: stepEntryId(turn.id, step, 0), type: 'message', message, count: engine.meter.count(message), about }
}
