import type { LonghandError } from '../../core/errors.ts'
import { costOf, type Prices } from '../../core/money.ts'
import { sameJson } from '../../core/same-json.ts'
import { leaseOf } from '../engine.ts'
import type { Failure } from '../failure.ts'
import { countMessage } from '../long-work/count-message.ts'
import type { Usage } from '../ports/chat-model.ts'
import type { NewEntry, StoredEntry } from '../ports/store-entries.ts'
import type { Since, StepNotes } from '../ports/store-turns.ts'
import { tokensBefore } from '../snapshot.ts'
import { isAway } from './end-when-back.ts'
import type { EntryMeta } from './entry-meta.ts'
import { stepNotes, type TaughtStep } from './step-notes.ts'
import { type Turn, warn } from './turn.ts'
import { requestOf, stepEntryId } from './turn-request.ts'

/** A step of a turn by its number, and where it belongs. */
export type StepResult = TaughtStep & { readonly number: number; readonly after: string }

export type StoreResult =
  /** `since` tells what it made of the conversation; null when it had been stored before. */
  | { readonly type: 'stored'; readonly entries: readonly StoredEntry[]; readonly since: Since | null }
  /** Another process had ended the turn; what it kept less of is stored beside it. */
  | { readonly type: 'lost'; readonly entries: readonly StoredEntry[] }
  | { readonly type: 'unstored'; readonly entries: readonly []; readonly failure: Failure }

/** For how long an answer that was shown is held while the storage cannot take it: a restart of a database takes less. */
export const maxHoldMs = 600_000

/**
 * F5 stores a step, and tries again while the storage fails: what was shown must not be dropped for a moment without a
 * database. A stop or a shutdown meanwhile, or the time above, ends that after a last try.
 */
export async function storeStep(turn: Turn, step: StepResult): Promise<StoreResult> {
  const { engine } = turn.scope
  const { clock } = engine
  const entries = await entriesOf(turn, step)
  const notes = await stepNotes(turn.scope, step, entries)
  const left: StepEntries = { entries, notes, after: step.after, end: step.end }
  const giveUpAt = clock.now() + maxHoldMs
  const givenUp = stoppedSince(turn)
  for (let tries = 0; ; tries++) {
    try {
      const kept = await storeOnce(turn, left)
      if (tries > 0) warn(turn, 'store-unavailable', 'Storage is back, and the answer is saved.')
      return kept
    } catch (error) {
      if (!isAway(error)) throw error
      if (clock.now() >= giveUpAt || givenUp()) return { type: 'unstored', entries: [], failure: unstored(error) }
      if (tries === 0) warn(turn, error.code, `${error.message} The answer is not saved yet; saving will be retried.`)
      const signals = turn.stop.signal.aborted ? [] : [turn.stop.signal]
      await clock.sleep(waitMs(tries), AbortSignal.any([engine.shutdown.signal, ...signals]))
    }
  }
}

type StepEntries = Pick<StepResult, 'after' | 'end'> & {
  readonly entries: readonly NewEntry[]
  readonly notes: StepNotes
}

/** What a step leaves behind. */
async function entriesOf(
  { scope: { engine }, held }: Turn,
  { said, snapshot, ms, number, end }: StepResult,
): Promise<NewEntry[]> {
  const { compaction } = snapshot.conversation.head
  const model = snapshot.chatModel.name
  const instructions = tokensBefore(engine, snapshot)
  const about: EntryMeta = { model, turn: held.job.id, compaction, ...(instructions > 0 && { instructions }) }
  const failed = said.type === 'failed' ? ({ ending: 'failed' } as const) : {}
  const continues = number === 1 && requestOf(held.job).continues ? ({ continues: true } as const) : {}
  const cut = end === 'stopped' || end === 'interrupted' ? ({ ending: end } as const) : {}
  const entries: NewEntry[] = []
  for (const [at, message] of said.messages.entries()) {
    const figures = said.type === 'said' && at === 0 ? { ms, ...paidFor(said.usage, engine.models.prices(model)) } : {}
    const count = await countMessage(engine, message)
    const ending = at === 0 ? { ...failed, ...cut, ...continues } : failed
    entries.push({
      id: stepEntryId(held.job, number, at),
      type: 'message',
      message,
      count,
      about: { ...about, ...figures, ...ending },
    })
  }
  return entries
}

/** What the provider reported, and what that cost on the day; later prices change nothing of it. */
function paidFor(usage: Usage | null, prices: Prices | null): Pick<EntryMeta, 'usage' | 'cost'> {
  if (usage === null) return {}
  return prices === null ? { usage } : { usage, cost: costOf(usage, prices) }
}

async function storeOnce(turn: Turn, step: StepEntries): Promise<StoreResult> {
  const { scope, held } = turn
  const { turns } = scope.store
  const { entries, after, end, notes } = step
  for (;;) {
    const { job } = held
    const kept =
      end === null
        ? await turns.keepStep(job, { entries, after, ...notes }, leaseOf(scope.engine))
        : await turns.finish(job, end, { entries, after, head: 'stays', ...notes })
    if (kept !== null) return { type: 'stored', entries: kept.appended?.entries ?? [], since: kept }
    // Its lease had run out and this very process has taken it over again.
    if (held.job === job) return storeLate(turn, step)
  }
}

/**
 * K8 whoever ended the turn has kept what was saved of it. What was said more is stored beside that, as a branch, and the
 * head follows unless someone went on from there. Where the same is there, nothing was lost: perhaps we ended the turn
 * ourselves and never heard of it.
 */
async function storeLate({ scope, held }: Turn, { entries, after, end }: StepEntries): Promise<StoreResult> {
  const { store, conversation } = scope
  if (entries.length === 0) return { type: 'lost', entries: [] }
  const ids = entries.map(({ id }) => id)
  const known = await store.entries.find(conversation, ids)
  if (known.length === ids.length && known.every(({ entry }, at) => isSame(entry, entries[at]!)))
    return end === null ? { type: 'lost', entries: known } : { type: 'stored', entries: known, since: null }
  const late = await store.turns.keepLate(held.job, {
    entries: entries.map(entry => ({ ...entry, id: `${entry.id}.late` })),
    after,
  })
  return { type: 'lost', entries: late.entries }
}

const isSame = (stored: StoredEntry['entry'], entry: NewEntry): boolean =>
  stored.type === 'message' && entry.type === 'message' && sameJson(stored.message, entry.message)

/** Tells whether the person or the process wants an end of it, asked for after now; a turn that was stopped is stored as well. */
function stoppedSince({ scope, stop }: Turn): () => boolean {
  const before = stop.signal.aborted
  return () => scope.engine.shutdown.signal.aborted || (!before && stop.signal.aborted && stop.signal.reason !== 'lost')
}

/** A quarter of a second at first, five at most, never quite as long as others wait. */
const waitMs = (tries: number): number => Math.min(5_000, 250 * 2 ** tries) * (0.5 + Math.random() / 2)

const unstored = (error: LonghandError): Failure => ({
  code: error.code,
  sentence: `The answer could not be saved. Copy what you need from it, and try again later. ${error.message}`,
})
