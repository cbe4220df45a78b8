import { asJson, type Json } from '../../core/json.ts'
import { fitView } from '../compaction/fit.ts'
import { failureOf, failureOfProvider } from '../failure.ts'
import { countMessage } from '../long-work/count-message.ts'
import type { NewEntry } from '../ports/store-entries.ts'
import type { TurnEnd } from '../ports/store-turns.ts'
import { reportBug } from '../report-bug.ts'
import { readSnapshot } from '../snapshot.ts'
import { afterTurn } from './after-turn.ts'
import type { EntryMeta } from './entry-meta.ts'
import { generateInWindow } from './generate-in-window.ts'
import { learnFromUsage } from './learn-from-usage.ts'
import { shownEntry } from './shown-entry.ts'
import { shownMessages } from './shown-messages.ts'
import type { StepEnd } from './step.ts'
import { storeEntries } from './store-step.ts'
import { fitTask, type Turn } from './turn.ts'
import { stepEntryId } from './turn-request.ts'
import { createTurnSaver, type TurnSaver } from './turn-saver.ts'

/** How many model calls one turn may take; a model that calls tools for ever is stopped here. */
export const maxSteps = 100

/** Writes the answer of a turn and stores each step when it is complete. Never throws: what fails is told and kept. */
export async function answer(turn: Turn): Promise<void> {
  const { scope, held, feed, stop } = turn
  const { engine, owner, conversation } = scope
  const { id } = held.job
  const startedAt = engine.clock.now()
  const saver = createTurnSaver(engine, scope.store, held, why => stop.abort(why))
  const end = await generateUntilDone(turn, saver).catch(error => fail(turn, error))
  await saver.close()
  feed.push({ type: 'finish' })
  feed.close()
  // The turn has ended in the store, so that another may have begun meanwhile.
  if (engine.activeTurns.get(conversation)?.feed === feed) engine.activeTurns.delete(conversation)
  const ms = engine.clock.now() - startedAt
  engine.onEvent({ type: 'turn', owner, conversation, turn: id, outcome: end, ms })
  if (end === 'done') await afterTurn(scope, held.job)
}

async function generateUntilDone(turn: Turn, saver: TurnSaver): Promise<TurnEnd> {
  let { after } = turn
  for (let step = 1; ; step++) {
    const ready = await fitView(fitTask(turn), await readSnapshot(turn.scope))
    const from = turn.scope.engine.clock.now()
    const { said, snapshot } = await generateInWindow(turn, ready, saver)
    const end = endOf(said, step, turn.stop.signal)
    emitStep(turn, { model: snapshot.chatModel.name, said, end, from })
    const { compaction } = snapshot.conversation.head
    const about: EntryMeta = { model: snapshot.chatModel.name, turn: turn.held.job.id, compaction }
    const entries = await entriesOf(turn, said, { step, about, end })
    const kept = await storeEntries(turn, { entries, after, end })
    after = kept.entries.at(-1)?.entry.id ?? after
    for (const entry of kept.entries)
      turn.feed.push({ type: 'data-entry', id: entry.entry.id, data: shownEntry(entry) as Json })
    if (kept.type === 'unstored') emitFailure(turn, kept.failure)
    if (kept.type !== 'stored') return 'interrupted'
    if (said.type === 'said' && said.usage !== null) await learnFromUsage(turn.scope, snapshot, said.usage)
    if (said.type === 'failed' && end === 'failed') emitFailure(turn, failureOfProvider(said.failure))
    if (end !== null) return end
  }
}

type Step = { readonly model: string; readonly said: StepEnd; readonly end: TurnEnd | null; readonly from: number }

function emitStep({ scope, held }: Turn, { model, said, end, from }: Step): void {
  const { engine, owner, conversation } = scope
  // Whoever stops an answer has not seen it fail.
  const cut = end === 'stopped' || end === 'interrupted' ? end : 'failed'
  const outcome = said.type === 'said' ? said.finish : cut
  const usage = said.type === 'said' ? said.usage : null
  engine.onEvent({
    type: 'step',
    owner,
    conversation,
    turn: held.job.id,
    model,
    outcome,
    usage,
    ms: engine.clock.now() - from,
  })
}

/** How the turn ends after a step; null when the model waits for another. */
function endOf(said: StepEnd, step: number, signal: AbortSignal): TurnEnd | null {
  if (signal.aborted) return signal.reason === 'stop' ? 'stopped' : 'interrupted'
  if (said.type === 'failed') return 'failed'
  return said.finish === 'tool-calls' && step < maxSteps ? null : 'done'
}

type StepContext = { readonly step: number; readonly about: EntryMeta; readonly end: TurnEnd | null }

/** What a step leaves behind. */
async function entriesOf({ scope, held }: Turn, said: StepEnd, { step, about, end }: StepContext): Promise<NewEntry[]> {
  const messages = said.type === 'said' ? said.messages : shownMessages(said.shown)
  const failed = said.type === 'failed' ? ({ ending: 'failed' } as const) : {}
  const cut = end === 'stopped' || end === 'interrupted' ? ({ ending: end } as const) : {}
  const entries: NewEntry[] = []
  for (const [at, message] of messages.entries()) {
    const usage = said.type === 'said' && at === 0 && said.usage !== null ? { usage: said.usage } : {}
    const count = await countMessage(scope.engine, message)
    const ending = at === 0 ? { ...failed, ...cut } : failed
    entries.push({
      id: stepEntryId(held.job, step, at),
      type: 'message',
      message,
      count,
      about: { ...about, ...usage, ...ending },
    })
  }
  return entries
}

/** What went wrong around the model: storage, a plan that cannot be carried out, a bug. */
async function fail(turn: Turn, error: unknown): Promise<TurnEnd> {
  reportBug(turn.scope.engine, error, { ...turn.scope, during: 'turn' })
  emitFailure(turn, failureOf(error))
  try {
    await turn.scope.store.turns.finish(turn.held.job, 'failed')
  } catch (again) {
    reportBug(turn.scope.engine, again, { ...turn.scope, during: 'turn' })
    // If even this cannot be stored, the lease runs out and whoever finds the turn ends it.
  }
  return 'failed'
}

function emitFailure({ feed, scope }: Turn, failure: ReturnType<typeof failureOf>): void {
  feed.push({ type: 'data-failure', data: asJson(failure), transient: true })
  feed.push({ type: 'error', errorText: failure.sentence })
  const { engine, owner, conversation } = scope
  engine.onEvent({ type: 'warning', owner, conversation, code: failure.code, sentence: failure.sentence })
}
