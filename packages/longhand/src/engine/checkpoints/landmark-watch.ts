import { messagesOf } from '../../core/branch.ts'
import type { MessageEntry } from '../../core/entry.ts'
import type { Landmark, OpenError } from '../../core/landmark.ts'
import type { Part } from '../../core/message.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import type { Scope } from '../engine.ts'
import { reasonOf } from '../failure.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { StoredEntry } from '../ports/store-entries.ts'
import { reportBug } from '../report-bug.ts'
import type { Snapshot } from '../snapshot.ts'
import { emitCheckpoint } from './emit-checkpoint.ts'
import { saveCheckpoint } from './save-checkpoint.ts'
import { createStepReader } from './step-reader.ts'

/** K2 saves a checkpoint wherever a turn reaches a landmark, while it runs. What it reads grows with the new text alone. */
export type LandmarkWatch = {
  /** Notes what was stored, for the next `mark`. */
  add(entries: readonly StoredEntry[]): void
  /** Looks at what was noted. It waits a moment for the storage, and then lets the turn go on. */
  mark(snapshot: Snapshot): Promise<void>
  /**
   * Looks at what a running step has shown. Nothing of it is stored yet, so a checkpoint for it stands before the step
   * until `mark` puts another in its place.
   */
  glance(parts: readonly Part[]): void
  /** Resolves when everything is saved. */
  settled(): Promise<void>
}

/** How far back an error is looked for that a turn may resolve. */
const maxEarlier = 20
const maxWaitMs = 1_000

export function createLandmarkWatch(scope: Scope): LandmarkWatch {
  const { engine, store, owner, conversation } = scope
  const findLandmarks = taskRunner(engine)
  let noted: readonly MessageEntry[] = []
  let openError: OpenError | null = null
  let snapshot: Snapshot | null = null
  let step = newStep(openError)
  // One after the other: a step that has ended replaces what was saved while it ran.
  let queue = Promise.resolve()
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch(error => reportBug(engine, error, { owner, conversation, during: 'turn' }))
    return queue
  }

  const look = async (entries: readonly Pick<MessageEntry, 'message'>[], before: OpenError | null) =>
    findLandmarks('landmarks', {
      messages: entries.map(entry => withoutFileBytes(entry).message),
      openError: before,
      wanted: snapshot!.policy.landmarks,
    })

  const save = async ({ tag, label }: Landmark): Promise<string | null> => {
    const checkpoint = { label, tags: [tag], kind: 'automatic', used: snapshot!.status.used } as const
    // One that takes the place of another is no second one.
    const isNew = !step.saved.has(tag)
    try {
      const { id } = await saveCheckpoint(scope, checkpoint)
      if (isNew) emitCheckpoint(scope, tag)
      return id
    } catch (error) {
      if (isNew) emitCheckpoint(scope, tag, reasonOf(error))
      return null
    }
  }

  const markEntries = async (entries: readonly MessageEntry[]) => {
    const found = await look(entries, openError)
    for (const landmark of found.landmarks) {
      const saved = await save(landmark)
      const before = step.saved.get(landmark.tag)
      // One that cannot be removed, or was by the person, is only one name more or less.
      if (saved !== null && before !== undefined) await store.checkpoints.remove(conversation, before).catch(() => {})
    }
    openError = found.openError
    step = newStep(openError)
  }

  const glanceAt = async (parts: readonly Part[]) => {
    const messages = step.read(parts)
    if (messages.length === 0) return
    const found = await look(
      messages.map(message => ({ message })),
      step.openError,
    )
    step.openError = found.openError
    for (const landmark of found.landmarks) {
      if (step.saved.has(landmark.tag)) continue
      const saved = await save(landmark)
      if (saved !== null) step.saved.set(landmark.tag, saved)
    }
  }

  return {
    add(entries) {
      noted = [...noted, ...entries.flatMap(({ entry }) => (entry.type === 'message' ? [entry] : []))]
    },
    async mark(now) {
      const entries = noted
      noted = []
      const isFirst = snapshot === null
      const done = new AbortController()
      const marking = enqueue(async () => {
        snapshot = now
        if (isFirst) openError = (await look(earlierThan(entries, now), null)).openError
        await markEntries(entries)
      }).finally(() => done.abort('done'))
      await Promise.race([marking, engine.clock.sleep(maxWaitMs, done.signal)])
    },
    glance: parts => void enqueue(() => glanceAt(parts)),
    settled: () => queue,
  }
}

const newStep = (openError: OpenError | null) => ({
  openError,
  read: createStepReader(),
  /** What was saved while the step ran, by kind. */
  saved: new Map<Landmark['tag'], string>(),
})

function earlierThan(entries: readonly MessageEntry[], { branch }: Snapshot): readonly MessageEntry[] {
  const all = messagesOf(branch)
  const at = all.findIndex(({ id }) => id === entries[0]?.id)
  const end = at < 0 ? all.length : at
  return all.slice(Math.max(0, end - maxEarlier), end)
}
