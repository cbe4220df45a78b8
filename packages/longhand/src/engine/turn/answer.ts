import { asJson } from '../../core/json.ts'
import { createLandmarkWatch, type LandmarkWatch } from '../checkpoints/landmark-watch.ts'
import { fitView } from '../compaction/fit.ts'
import { failureOf, failureOfProvider } from '../failure.ts'
import type { TurnEnd } from '../ports/store-turns.ts'
import { emitWarning, reportBug } from '../report-bug.ts'
import { grownSnapshot, readSnapshot } from '../snapshot.ts'
import { afterTurn, type TurnOutcome } from './after-turn.ts'
import { endWhenBack } from './end-when-back.ts'
import { learntFrom } from './learn-from-usage.ts'
import { endAsSaved } from './recovery.ts'
import { entryChunk } from './shown-entry.ts'
import { runStep, type StepEnd } from './step.ts'
import { storeStep } from './store-step.ts'
import { cutBy, fitTask, type Turn, warn } from './turn.ts'
import { maxSteps } from './turn-request.ts'
import { createTurnSaver, type TurnSaver } from './turn-saver.ts'

/** Writes the answer of a turn and stores each step when it is complete. Never throws: what fails is told and kept. */
export async function answer(turn: Turn): Promise<void> {
  const { scope, held, feed } = turn
  const { engine, owner, conversation } = scope
  const { id } = held.job
  const startedAt = engine.clock.now()
  const landmarks = createLandmarkWatch(scope)
  const saver = createTurnSaver(turn, landmarks.glance)
  const { end, last } = await generateUntilDone(turn, saver, landmarks).catch(async error => ({
    end: await fail(turn, error),
    last: null,
  }))
  await saver.close()
  feed.push({ type: 'finish' })
  feed.close()
  // The turn has ended in the store, so that another may have begun meanwhile.
  if (engine.activeTurns.get(conversation)?.feed === feed) engine.activeTurns.delete(conversation)
  const ms = engine.clock.now() - startedAt
  engine.onEvent({ type: 'turn', owner, conversation, turn: id, outcome: end, ms })
  if (last === null && end === 'interrupted') await endWhenBack(scope, () => endAsSaved(scope, held.job))
  await afterTurn(scope, landmarks, { end, last })
}

async function generateUntilDone(turn: Turn, saver: TurnSaver, landmarks: LandmarkWatch): Promise<TurnOutcome> {
  const { scope, feed, opening, held } = turn
  let { after } = turn
  landmarks.add(opening.entries.filter(({ entry }) => entry.id === held.job.id))
  let now = await grownSnapshot(scope, scope.engine.heldBranches.get(scope.conversation), opening)
  for (let number = 1; ; number++) {
    now ??= await readSnapshot(scope)
    await landmarks.mark(now)
    const ready = await fitView(fitTask(turn), now)
    const step = await runStep(turn, ready, saver)
    const { said, snapshot } = step
    const end = endOf(said, number, turn.stop.signal)
    const learnt = learntFrom(scope, step)
    const kept = await storeStep(turn, { ...step, number, after, end, learnt })
    after = kept.entries.at(-1)?.entry.id ?? after
    for (const entry of kept.entries) feed.push(entryChunk(entry))
    if (kept.type === 'unstored') emitFailure(turn, kept.failure)
    if (kept.type !== 'stored') return { end: 'interrupted', last: null }
    landmarks.add(kept.entries)
    const { entries, since } = kept
    const growth = since && { ...since, entries, learnt: { [snapshot.reading.model]: learnt } }
    now = growth && (await grownSnapshot(scope, snapshot, growth))
    if (said.type === 'failed' && end === 'failed') emitFailure(turn, failureOfProvider(said.failure))
    if (end === 'done' && isEmpty(said)) emitFailure(turn, { code: 'model-failed', sentence: emptyAnswer })
    if (end === 'done' && isMidway(said)) warn(turn, 'too-large', tooManySteps)
    if (end !== null) return { end, last: now }
  }
}

/** How the turn ends after a step; null when the model waits for another. */
function endOf(said: StepEnd, number: number, signal: AbortSignal): TurnEnd | null {
  if (signal.aborted) return cutBy(signal)
  if (said.type === 'failed') return 'failed'
  return isMidway(said) && number < maxSteps ? null : 'done'
}

/** Whether the model wants to go on with what its tools have answered. */
const isMidway = (said: StepEnd): boolean => said.type === 'said' && said.finish === 'tool-calls'

/** Whether the model ended without a word, a call or a file. Reasoning alone answers nothing. */
const isEmpty = ({ messages }: StepEnd): boolean =>
  messages.every(({ parts }) =>
    parts.every(part => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === '')),
  )

const emptyAnswer = 'The answer was empty. Retry, or rephrase your message.'

const tooManySteps = `The model called tools ${maxSteps} times in one answer and was stopped. Write "continue" to let it go on.`

/** What went wrong around the model: storage, a plan that cannot be carried out, a bug. */
async function fail(turn: Turn, error: unknown): Promise<TurnEnd> {
  const { scope, held } = turn
  reportBug(scope.engine, error, { ...scope, during: 'turn' })
  emitFailure(turn, failureOf(error))
  await endWhenBack(scope, () => scope.store.turns.finish(held.job, 'failed'))
  return 'failed'
}

function emitFailure({ feed, scope }: Turn, failure: ReturnType<typeof failureOf>): void {
  feed.push({ type: 'data-failure', data: asJson(failure), transient: true })
  feed.push({ type: 'error', errorText: failure.sentence })
  emitWarning(scope, failure.code, failure.sentence)
}
