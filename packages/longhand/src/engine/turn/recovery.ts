import type { Json } from '../../core/json.ts'
import type { Message, Part } from '../../core/message.ts'
import { createLandmarkWatch } from '../checkpoints/landmark-watch.ts'
import { endIfDamaged } from '../compaction/claim-job.ts'
import { runClaimed } from '../compaction/compactor.ts'
import { maxDeaths } from '../compaction/crash-loop.ts'
import { type Engine, leaseOf, type Scope, scopeOf } from '../engine.ts'
import type { NewEntry, StoredEntry } from '../ports/store-entries.ts'
import type { TurnJob } from '../ports/store-turns.ts'
import { emitWarning, reportBug } from '../report-bug.ts'
import { readSnapshot } from '../snapshot.ts'
import { shownMessages } from './step.ts'
import { maxSteps, requestOf, stepEntryId } from './turn-request.ts'

/** How often a process looks for work that another one left behind. */
const everyMs = 5_000

/** Takes over what other processes left behind when they died, until the signal fires. */
export async function runRecovery(engine: Engine, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Storage that is down is told to whoever asks for something; this loop only tries again.
    await claimAll(engine).catch(error => reportBug(engine, error, { during: 'recovery' }))
    await engine.clock.sleep(everyMs, signal)
  }
}

/** One round, to its end: every abandoned answer is kept as far as it was shown, every abandoned compaction is finished. */
export async function recoverOnce(engine: Engine): Promise<void> {
  await Promise.all(await claimAll(engine))
}

/** Ends the abandoned answers and begins with the compactions: a long one must not keep the next round waiting. */
async function claimAll(engine: Engine): Promise<readonly Promise<unknown>[]> {
  const { maintenance } = engine.storage
  for (;;) {
    const turn = await maintenance.claimTurn(leaseOf(engine))
    if (turn === null) break
    // One that cannot be ended is found again when its lease has run out; the others need not wait for it.
    const { owner, conversation } = turn
    await endAbandoned(scopeOf(engine, owner, conversation), turn).catch(error =>
      reportBug(engine, error, { owner, conversation, during: 'recovery' }),
    )
  }
  const running: Promise<unknown>[] = []
  for (;;) {
    const job = await maintenance.claimCompaction(leaseOf(engine))
    if (job === null) return running
    const scope = scopeOf(engine, job.owner, job.conversation)
    const readable = await endIfDamaged(scope, job)
    if (readable === null) continue
    const { done, asked } = runClaimed(scope, readable)
    running.push(done)
    // F3 what a process has died with is tried one by one, so that what kills is not mistaken for what was beside it.
    if (readable.deaths > 0) await Promise.race([done, asked, engine.clock.sleep(everyMs)])
  }
}

/**
 * K8 an answer whose writer died is kept as far as it was shown, and says that it was interrupted. One whose writer is
 * alive, here, and had only lost touch with the storage, is handed back to it.
 */
export async function endAbandoned(scope: Scope, turn: TurnJob): Promise<'ended' | 'alive'> {
  const { engine, store, owner, conversation } = scope
  const here = engine.activeTurns.get(conversation)
  if (here?.held.job.id === turn.id) {
    here.held.job = turn
    return 'alive'
  }
  const known = await store.entries.find(conversation, possibleIds(turn))
  const last = known.at(-1)
  const finished = await store.turns.finish(turn, 'interrupted', {
    entries: unstored(engine, turn, known),
    head: 'stays',
    ...(last === undefined ? {} : { after: last.entry.id }),
  })
  engine.onEvent({ type: 'turn', owner, conversation, turn: turn.id, outcome: 'interrupted', ms: 0 })
  if (turn.deaths >= maxDeaths) emitWarning(scope, 'crash-loop', keptAsSaved)
  else if (finished?.appended != null) await markRecovered(scope, finished.appended.entries, turn.startedAt)
  return 'ended'
}

/** F5 the same for what its own writer could not store, if nobody else has ended it or goes on with it. */
export async function endAsSaved(scope: Scope, { id, worker }: TurnJob): Promise<void> {
  const turn = await scope.store.turns.latest(scope.conversation)
  if (turn?.id === id && turn.worker === worker && turn.status === 'running') await endAbandoned(scope, turn)
}

/** K2 what the dead process was writing may hold landmarks. Those that it had saved in mid-step stand before it, and go. */
async function markRecovered(scope: Scope, entries: readonly StoredEntry[], startedAt: number): Promise<void> {
  const { store, conversation } = scope
  const before = await store.checkpoints.list(conversation)
  const landmarks = createLandmarkWatch(scope)
  landmarks.add(entries)
  await landmarks.mark(await readSnapshot(scope))
  await landmarks.settled()
  const marked = (await store.checkpoints.list(conversation)).filter(({ id }) => before.every(one => one.id !== id))
  const replaced = before.filter(
    ({ kind, at, label }) => kind === 'automatic' && at >= startedAt && marked.some(one => one.label === label),
  )
  for (const { id } of replaced) await store.checkpoints.remove(conversation, id)
}

const keptAsSaved =
  'The server crashed more than once over this answer. What was saved of it is kept. Send the message again, in smaller pieces if it is long.'

/** The message that a turn answers and everything that its steps may have stored, in order. */
const possibleIds = (turn: TurnJob): readonly string[] => [
  requestOf(turn).answers,
  ...Array.from({ length: maxSteps }, (_, at) => [stepEntryId(turn, at + 1, 0), stepEntryId(turn, at + 1, 1)]).flat(),
]

/** What was shown and is not stored. A step that was stored before its writer died holds all that was shown of it. */
function unstored(engine: Engine, turn: TurnJob, known: readonly StoredEntry[]): readonly NewEntry[] {
  const { prefix, continues } = requestOf(turn)
  const steps = known.filter(({ entry }) => entry.id.startsWith(prefix) && entry.id.endsWith('.0'))
  const newest = steps.at(-1)?.entry
  const messages = shownMessages(turn.parts)
  const said = messages[0]?.parts ?? []
  if (newest?.type === 'message' && said.every((part, at) => begins(newest.message.parts[at], part))) return []
  const about: Json = { turn: turn.id, ending: 'interrupted', ...(continues && steps.length === 0 && { continues }) }
  return messages.map((message, at) => ({
    id: stepEntryId(turn, steps.length + 1, at),
    type: 'message',
    message,
    // What has killed two is not looked at any closer.
    count: turn.deaths < maxDeaths ? engine.meter.count(message) : roughCount(message),
    about,
  }))
}

/** A generous guess: what is counted too high still fits. */
const roughCount = ({ parts }: Message): number => Math.ceil(JSON.stringify(parts).length / 2)

function begins(whole: Part | undefined, part: Part): boolean {
  if (part.type === 'tool-call') return whole?.type === 'tool-call' && whole.callId === part.callId
  return 'text' in part && whole?.type === part.type && whole.text.startsWith(part.text)
}
