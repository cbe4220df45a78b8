import type { Json } from '../../core/json.ts'
import type { Scope } from '../engine.ts'
import type { NewEntry } from '../ports/store-entries.ts'
import type { StepNotes, TurnEnd } from '../ports/store-turns.ts'
import { expectedSnapshot } from '../snapshot.ts'
import type { Step } from './step.ts'

/** A step, what its usage has taught, and how the turn ends with it; null when it goes on. */
export type TaughtStep = Step & { readonly learnt: Json | null; readonly end: TurnEnd | null }

/** What is noted together with a step: what it has taught, and with the last one the status that it leads to. */
export async function stepNotes(
  scope: Scope,
  { snapshot, learnt, end }: TaughtStep,
  added: readonly NewEntry[],
): Promise<StepNotes> {
  const { model, learnt: before } = snapshot.reading
  const isNew = learnt !== null && learnt !== before
  const after = end === 'done' ? await expectedSnapshot(scope, snapshot, { added, learnt }) : null
  return { ...(isNew && { learnt: { model, state: learnt } }), ...(after && { status: after.status }) }
}
