import { LonghandError } from '../../core/errors.ts'
import { sameJson } from '../../core/same-json.ts'
import { trackBackground } from '../drain.ts'
import { leaseOf, type Scope } from '../engine.ts'
import type { StoredEntry } from '../ports/store-entries.ts'
import type { NewTurn, TurnJob, TurnOpening, TurnStart } from '../ports/store-turns.ts'
import { answer } from './answer.ts'
import { createAnswerBudget } from './answer-budget.ts'
import { createFeed, type Feed } from './feed.ts'
import { endAbandoned } from './recovery.ts'
import { entryChunk } from './shown-entry.ts'

export type SendResult =
  | { readonly type: 'answering'; readonly feed: Feed }
  /** This very message was sent before and is stored; its answer has ended, or another process writes it. */
  | { readonly type: 'repeated'; readonly turn: TurnJob }
  /** Another answer is being written. */
  | { readonly type: 'busy'; readonly turn: TurnJob }

type Started = Extract<TurnStart, { type: 'started' }>

/** One commit starts the turn and stores what it opens with: whoever is told that a message was taken can rely on it. */
export async function startTurn(
  scope: Scope,
  turn: NewTurn & { readonly opening: TurnOpening },
  opened: (start: Started) => readonly StoredEntry[],
): Promise<SendResult> {
  const { engine, store, conversation } = scope
  for (;;) {
    const start = await store.turns.start(conversation, turn, leaseOf(engine))
    if (start.type === 'started') return { type: 'answering', feed: startAnswer(scope, start, opened(start)) }
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

function startAnswer(
  scope: Scope,
  { turn: job, opened: entries, ...since }: Started,
  opened: readonly StoredEntry[],
): Feed {
  const feed = createFeed(job.id)
  const stop = new AbortController()
  feed.push({ type: 'start', messageId: job.id })
  for (const entry of opened) feed.push(entryChunk(entry))
  const held = { job }
  const after = opened.at(-1)!.entry.id
  const opening = { ...since, entries }
  const done = answer({ scope, held, after, opening, feed, budget: createAnswerBudget(), stop })
  scope.engine.activeTurns.set(scope.conversation, { feed, stop, held, done })
  trackBackground(scope.engine, { stop, done })
  return feed
}
