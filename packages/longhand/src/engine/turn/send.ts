import { checkMessage } from '../../core/check-message.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'
import { sameJson } from '../../core/same-json.ts'
import { emitCheckpoint } from '../checkpoints/emit-checkpoint.ts'
import { cancelCompaction, isPreparation } from '../compaction/compactor.ts'
import { trackBackground } from '../drain.ts'
import { leaseOf, type Scope } from '../engine.ts'
import { countMessage } from '../long-work/count-message.ts'
import type { StoredEntry } from '../ports/store-entries.ts'
import type { NewTurn, TurnJob, TurnOpening, TurnStart } from '../ports/store-turns.ts'
import { answer } from './answer.ts'
import { createAnswerBudget } from './answer-budget.ts'
import { createFeed, type Feed } from './feed.ts'
import { endAbandoned } from './recovery.ts'
import { entryChunk } from './shown-entry.ts'
import { newTurnRequest } from './turn-request.ts'

/** Something a person says. The id is the sender's: sending it again never writes twice. */
export type SendOptions = {
  readonly id: string
  readonly message: Message
  /** Write after this entry instead of the head: an edit, or a fork. Null edits the first message. */
  readonly after?: string | null
  readonly protect?: 'protect'
  /** Something for the model to read before it, stored together with it. */
  readonly ahead?: Message
  /** For a conversation that has no title yet, stored together with it. */
  readonly title?: string
  /** The conversation's settings from now on, stored together with it. */
  readonly settings?: Json
}

export type SendResult =
  | { readonly type: 'answering'; readonly feed: Feed }
  /** This very message was sent before and is stored; its answer has ended, or another process writes it. */
  | { readonly type: 'repeated'; readonly turn: TurnJob }
  /** Another answer is being written. */
  | { readonly type: 'busy'; readonly turn: TurnJob }

/** Stores what a person says, then lets the model answer in the background: leaving does not stop it, `stopTurn` does. */
export async function send(scope: Scope, sending: SendOptions): Promise<SendResult> {
  const message = checkMessage(sending.message)
  if (message.role !== 'user')
    throw new LonghandError('bad-message', 'Only a user message can be sent; its role must be user.')
  const { engine } = scope
  const { id, ahead, after, protect, title, settings } = sending
  const request = newTurnRequest(id, engine.newId)
  const written = async (name: string, said: Message) =>
    ({ id: name, type: 'message', message: said, count: await countMessage(engine, said) }) as const
  const before = ahead === undefined ? [] : [await written(`${request.prefix}ahead`, checkMessage(ahead))]
  const opening: TurnOpening = {
    type: 'say',
    entries: [...before, await written(id, message)],
    ...(after === undefined ? {} : { after }),
    ...(protect === undefined ? {} : { protection: `${request.prefix}protection` }),
    ...(title === undefined ? {} : { title }),
    ...(settings === undefined ? {} : { settings }),
  }
  return startTurn(scope, { id, request, opening }, started => started.opened)
}

/** Answers the newest user message anew; the answer before stays as a branch. */
export async function retry(scope: Scope): Promise<SendResult> {
  const { entries } = await scope.store.entries.page(scope.conversation, { limit: 200 })
  const asked = entries.findLast(({ entry }) => entry.type === 'message' && entry.message.role === 'user')
  if (asked === undefined) throw new LonghandError('not-found', 'There is no message to answer yet. Write one first.')
  const { newId } = scope.engine
  const request = newTurnRequest(asked.entry.id, newId)
  const opening: TurnOpening = { type: 'move', to: { line: asked.line, depth: asked.entry.depth } }
  const result = await startTurn(scope, { id: newId(), request, opening }, () => [asked])
  // The store has kept where the head was, unless it was there.
  if (result.type === 'answering' && entries.at(-1) !== asked) emitCheckpoint(scope, 'before-restore')
  return result
}

/** The person wants the running answer to end here; what was shown stays. False when none runs. */
export async function stopTurn(scope: Scope): Promise<boolean> {
  const { engine, store, conversation } = scope
  const here = engine.activeTurns.get(conversation)
  here?.stop.abort('stop')
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  // F4 what runs in sight ends too; what is written ahead of need disturbs nobody.
  if (newest !== undefined && !isPreparation(newest)) await cancelCompaction(scope)
  return (await store.turns.stop(conversation)) || here !== undefined
}

type Started = Extract<TurnStart, { type: 'started' }>

/** One commit starts the turn and stores what it opens with: whoever is told that a message was taken can rely on it. */
async function startTurn(
  scope: Scope,
  turn: NewTurn & { readonly opening: TurnOpening },
  opened: (start: Started) => readonly StoredEntry[],
): Promise<SendResult> {
  const { engine, store, conversation } = scope
  for (;;) {
    const start = await store.turns.start(conversation, turn, leaseOf(engine))
    if (start.type === 'started') return { type: 'answering', feed: startAnswer(scope, start.turn, opened(start)) }
    if (start.type !== 'abandoned' || (await endAbandoned(scope, start.turn)) === 'alive')
      return joinTurn(scope, turn.opening, start.turn)
  }
}

/** A message sent twice meets its first answer; any other waits until that one has ended. */
async function joinTurn(
  { engine, store, conversation }: Scope,
  opening: TurnOpening,
  turn: TurnJob,
): Promise<SendResult> {
  const sent = opening.type === 'say' ? opening.entries.at(-1) : undefined
  if (sent?.type !== 'message' || sent.id !== turn.id) return { type: 'busy', turn }
  const [stored] = await store.entries.find(conversation, [sent.id])
  // A process of an earlier version starts a turn before it stores the message, and may die between.
  if (stored === undefined) return { type: 'busy', turn }
  if (stored.entry.type !== 'message' || !sameJson(stored.entry.message, sent.message))
    throw new LonghandError('conflict', 'This id was used for another message. Give the new one an id of its own.')
  const here = engine.activeTurns.get(conversation)
  return here?.feed.turn === turn.id ? { type: 'answering', feed: here.feed } : { type: 'repeated', turn }
}

function startAnswer(scope: Scope, job: TurnJob, opened: readonly StoredEntry[]): Feed {
  const feed = createFeed(job.id)
  const stop = new AbortController()
  feed.push({ type: 'start', messageId: job.id })
  for (const entry of opened) feed.push(entryChunk(entry))
  const held = { job }
  const after = opened.at(-1)!.entry.id
  const said = opened.filter(({ entry }) => entry.id === job.id)
  const done = answer({ scope, held, after, said, feed, budget: createAnswerBudget(), stop })
  scope.engine.activeTurns.set(scope.conversation, { feed, stop, held, done })
  trackBackground(scope.engine, { stop, done })
  return feed
}
