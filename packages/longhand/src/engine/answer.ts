import type { Json } from '../core/json.ts'
import type { About } from './about.ts'
import { afterTurn } from './after-turn.ts'
import { leaseOf, type Scope } from './engine.ts'
import { failpoint } from './failpoint.ts'
import type { Feed } from './feed.ts'
import { createKeeper, type Keeper } from './keeper.ts'
import { look } from './look.ts'
import { makeRoom } from './make-room.ts'
import { noteUsage } from './note-usage.ts'
import { shownEntry } from './shown-entry.ts'
import { shownMessages } from './shown-messages.ts'
import { speakInRoom } from './speak-in-room.ts'
import type { StepEnd } from './step.ts'
import type { NewEntry, StoredEntry } from './store-entries.ts'
import type { TurnEnd, TurnJob } from './store-turns.ts'
import { failureOf, troubleFailure } from './trouble.ts'

/** A turn whose answer is being written: what it continues, where it is shown, and what ends it early. */
export type Turn = {
  readonly scope: Scope
  readonly job: TurnJob
  readonly after: string
  readonly feed: Feed
  /** Aborted with the reason: `stop` by the person, `lost` to another process, `shutdown`. */
  readonly stop: AbortController
}

/** How many model calls one turn may take; a model that calls tools for ever is stopped here. */
export const mostSteps = 100

/** Writes the answer of a turn and stores each step when it is complete. Never throws: what fails is told and kept. */
export async function answer(turn: Turn): Promise<void> {
  const { scope, job, feed, stop } = turn
  const { engine, owner, conversation } = scope
  const startedAt = engine.clock.now()
  const keeper = createKeeper(engine, scope.store, job, why => stop.abort(why))
  const end = await speakUntilDone(turn, keeper).catch(error => fail(turn, error))
  await keeper.close()
  feed.push({ type: 'finish' })
  feed.close()
  // The turn has ended in the store, so that another may have begun meanwhile.
  if (engine.answering.get(conversation)?.feed === feed) engine.answering.delete(conversation)
  const ms = engine.clock.now() - startedAt
  engine.tell({ type: 'turn', owner, conversation, turn: job.id, outcome: end, ms })
  if (end === 'done') await afterTurn(scope, job.id)
}

async function speakUntilDone(turn: Turn, keeper: Keeper): Promise<TurnEnd> {
  let { after } = turn
  for (let step = 1; ; step++) {
    await failpoint('turn.look')
    const ready = await makeRoom(turn, await look(turn.scope))
    const from = turn.scope.engine.clock.now()
    const { said, moment } = await speakInRoom(turn, ready, keeper)
    const end = endOf(said, step, turn.stop.signal)
    tellStep(turn, { model: moment.speaker.name, said, end, from })
    const { compaction } = moment.conversation.head
    const about: About = { model: moment.speaker.name, turn: turn.job.id, compaction }
    const entries = await entriesOf(turn, said, step, about)
    const stored = await keep(turn, end, entries, after)
    if (stored === 'lost') return 'interrupted'
    after = stored.at(-1)?.entry.id ?? after
    for (const entry of stored)
      turn.feed.push({ type: 'data-entry', id: entry.entry.id, data: shownEntry(entry) as Json })
    if (said.type === 'said' && said.usage !== null) await noteUsage(turn, moment, said.usage)
    if (said.type === 'failed' && end === 'failed') tellFailure(turn, troubleFailure(said.trouble))
    if (end !== null) return end
  }
}

type Step = { readonly model: string; readonly said: StepEnd; readonly end: TurnEnd | null; readonly from: number }

function tellStep({ scope, job }: Turn, { model, said, end, from }: Step): void {
  const { engine, owner, conversation } = scope
  // Whoever stops an answer has not seen it fail.
  const cut = end === 'stopped' || end === 'interrupted' ? end : 'failed'
  const outcome = said.type === 'said' ? said.finish : cut
  const usage = said.type === 'said' ? said.usage : null
  engine.tell({ type: 'step', owner, conversation, turn: job.id, model, outcome, usage, ms: engine.clock.now() - from })
}

/** How the turn ends after a step; null when the model waits for another. */
function endOf(said: StepEnd, step: number, signal: AbortSignal): TurnEnd | null {
  if (signal.aborted) return signal.reason === 'stop' ? 'stopped' : 'interrupted'
  if (said.type === 'failed') return 'failed'
  return said.finish === 'tool-calls' && step < mostSteps ? null : 'done'
}

/** What a step leaves behind. Its ids are known beforehand, so that storing it again after a crash writes nothing twice. */
async function entriesOf({ scope, job }: Turn, said: StepEnd, step: number, about: About): Promise<NewEntry[]> {
  const messages = said.type === 'said' ? said.messages : shownMessages(said.shown)
  const entries: NewEntry[] = []
  for (const [at, message] of messages.entries()) {
    const usage = said.type === 'said' && at === 0 && said.usage !== null ? { usage: said.usage } : {}
    const ending = said.type === 'failed' ? ({ ending: 'failed' } as const) : {}
    const count = await scope.engine.meter.countAsync(message)
    const id = stepEntryId(job.id, step, at)
    entries.push({ id, type: 'message', message, count, about: { ...about, ...usage, ...ending } })
  }
  return entries
}

/** The message that a turn answers, unless it answers an older one anew. A turn that is tried again has a `~` more. */
export const openingId = (turn: string): string => turn.replace(/~+$/, '')

export const stepEntryId = (turn: string, step: number, at: number): string => `${turn}.${step}.${at}`

async function keep(
  turn: Turn,
  end: TurnEnd | null,
  entries: readonly NewEntry[],
  after: string,
): Promise<readonly StoredEntry[] | 'lost'> {
  const { scope, job, stop } = turn
  if (stop.signal.reason === 'lost') return 'lost'
  const ending = end === 'stopped' || end === 'interrupted' ? { ending: end } : {}
  const last = entries.map((entry, at) =>
    at === 0 ? { ...entry, about: { ...(entry.about as About), ...ending } as Json } : entry,
  )
  if (end === null) return keepStep(turn, last, after)
  await failpoint('turn.finish')
  const finished = await scope.store.turns.finish(job, end, { entries: last, after, head: 'stays' })
  return finished === null ? 'lost' : (finished.appended?.entries ?? [])
}

async function keepStep({ scope, job }: Turn, entries: readonly NewEntry[], after: string) {
  await failpoint('turn.keep')
  const appended = await scope.store.entries.append(scope.conversation, entries, { after, head: 'stays' })
  await failpoint('turn.kept')
  await scope.store.turns.save(job, [], leaseOf(scope.engine))
  return appended.entries
}

/** What went wrong around the model: storage, a plan that cannot be carried out, a bug. */
async function fail(turn: Turn, error: unknown): Promise<TurnEnd> {
  tellFailure(turn, failureOf(error))
  try {
    await failpoint('turn.fail')
    await turn.scope.store.turns.finish(turn.job, 'failed')
  } catch {
    // If even this cannot be stored, the lease runs out and whoever finds the turn ends it.
  }
  return 'failed'
}

function tellFailure({ feed, scope }: Turn, failure: ReturnType<typeof failureOf>): void {
  feed.push({ type: 'data-failure', data: failure as unknown as Json, transient: true })
  feed.push({ type: 'error', errorText: failure.sentence })
  const { engine, owner, conversation } = scope
  engine.tell({ type: 'warning', owner, conversation, code: failure.code, sentence: failure.sentence })
}
