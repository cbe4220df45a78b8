import type { Scope } from '../engine.ts'
import { reportBug } from '../report-bug.ts'
import { readSnapshot } from '../snapshot.ts'
import { fitView } from './fit.ts'

/**
 * C6 makes a long conversation fit that was brought in and is longer than its window, so that its first turn need not: as
 * that turn would, without a model. In a shorter one the turn does it in a moment, and knows what is asked. Where nothing
 * is to be compacted without the person, or nothing helps, all stays as it is.
 */
export async function foldAhead(scope: Scope): Promise<void> {
  try {
    if (!(await mayBeTooLong(scope))) return
    const snapshot = await readSnapshot(scope)
    if (snapshot.fits || snapshot.policy.automatic !== 'on') return
    const { signal } = scope.engine.shutdown
    await fitView({ scope, signal, onStatus: () => {}, wait: 'never' }, snapshot)
  } catch (error) {
    // What was brought in is there, and its first turn tells the person what to do about it.
    reportBug(scope.engine, error, { ...scope, during: 'compaction' })
  }
}

/** By its count alone: reading all of a long conversation takes a moment, and an archive may hold thousands of short ones. */
async function mayBeTooLong({ engine, store, conversation }: Scope): Promise<boolean> {
  const { totals, model } = await store.conversations.get(conversation)
  const { room } = engine.models.find(model ?? engine.models.defaultModel)
  return totals.messages >= minMessages && room.window !== null && totals.tokens > room.window / 2
}

const minMessages = 1_000
