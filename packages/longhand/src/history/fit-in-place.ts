import { type Branch, messagesOf } from '../core/branch.ts'
import { LonghandError } from '../core/errors.ts'
import { emitStatus, type FitTask, fitView } from '../engine/compaction/fit.ts'
import type { Place } from '../engine/ports/store-conversations.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'
import type { KnownEntry } from './known-messages.ts'
import { endOf, goBack } from './stand-at-end.ts'

/** Stores what is new and resolves to where the messages end: null at the head; and to the last of them. */
export type SyncToEnd = () => Promise<{ readonly behind: Place | null; readonly last: KnownEntry | null }>

/**
 * Makes the view of these messages fit while other processes go on with the conversation: what is read or refused for
 * other messages than these does not count, and is done again.
 */
export async function fitInPlace(task: FitTask, sync: SyncToEnd): Promise<Snapshot> {
  for (let round = 1; ; round++) {
    const { behind, last } = await sync()
    try {
      const fitted = behind === null ? await fitAtHead(task) : await fitBehind(task, behind, last)
      if (isEndOf(fitted.branch, last)) return fitted
      if (round === maxRounds) throw goneOn()
    } catch (error) {
      if (round === maxRounds || !(await isOvertaken(task, last, error))) throw error
    }
  }
}

/** So often others may go on in the moment that it takes to make a view fit. */
const maxRounds = 20

const fitAtHead = async (task: FitTask): Promise<Snapshot> => fitView(task, await readSnapshot(task.scope))

/**
 * The view of messages that another process has gone on from, and with it the head. As a rule it fits as it stood before
 * what came next; where it has become too long at the same time, what was condensed a moment later counts here too.
 */
async function fitBehind(task: FitTask, behind: Place, last: KnownEntry | null): Promise<Snapshot> {
  const { scope } = task
  const before = await readSnapshot(scope, { place: behind })
  const fitted = before.fits ? before : await readSnapshot(scope, { upTo: behind.depth })
  const isWhole = fitted === before || fitted.layout.current?.id === fitted.conversation.head.compaction
  if (fitted.fits && isWhole && isEndOf(fitted.branch, last)) {
    emitStatus(scope, fitted)
    return fitted
  }
  await goBack(scope, last)
  return fitAtHead(task)
}

const isEndOf = (branch: Branch, last: KnownEntry | null): boolean =>
  (messagesOf(branch).at(-1)?.id ?? null) === (last?.id ?? null)

/** Whether an error is about what others have done at the same time. */
async function isOvertaken({ scope, signal }: FitTask, last: KnownEntry | null, error: unknown): Promise<boolean> {
  if (!(error instanceof LonghandError) || signal.aborted) return false
  if (error.code === 'stale' || error.code === 'conflict') return true
  return error.code === 'does-not-fit' && (await endOf(scope, last)) !== 'head'
}

const goneOn = (): LonghandError =>
  new LonghandError(
    'conflict',
    'Others keep going on with this conversation in different directions. Ask again, or give each direction an id of its own.',
  )
