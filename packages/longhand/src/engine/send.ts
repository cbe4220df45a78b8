import { checkMessage } from '../core/check-message.ts'
import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { protection } from '../core/protect.ts'
import { answer, openingId } from './answer.ts'
import { cancelCompaction, isAhead } from './compactor.ts'
import { holdOpen } from './drain.ts'
import { leaseOf, type Scope } from './engine.ts'
import { failpoint } from './failpoint.ts'
import { createFeed, type Feed } from './feed.ts'
import { endAbandoned } from './recovery.ts'
import { shownEntry } from './shown-entry.ts'
import type { StoredEntry } from './store-entries.ts'
import type { TurnJob } from './store-turns.ts'

/** Something a person says. The id is the sender's: sending it again never writes twice. */
export type Sending = {
  readonly id: string
  readonly message: Message
  /** Write after this entry instead of the head: an edit, or a fork. */
  readonly after?: string
  readonly protect?: 'protect'
  /** Something for the model to read before it, stored together with it. */
  readonly ahead?: Message
}

export type Sent =
  | { readonly type: 'answering'; readonly feed: Feed }
  /** This very message was sent before; its answer has ended, or another process writes it. */
  | { readonly type: 'repeated'; readonly turn: TurnJob }
  /** Another answer is being written. */
  | { readonly type: 'busy'; readonly turn: TurnJob }

/** Stores what a person says, then lets the model answer in the background: leaving does not stop it, `stopTurn` does. */
export async function send(scope: Scope, sending: Sending): Promise<Sent> {
  const message = checkMessage(sending.message)
  if (message.role !== 'user')
    throw new LonghandError('bad-message', 'Only a user message can be sent; its role must be user.')
  const written = async (id: string, said: Message) =>
    ({ id, type: 'message', message: said, count: await scope.engine.meter.countAsync(said) }) as const
  const ahead = sending.ahead === undefined ? [] : [await written(`${sending.id}.ahead`, checkMessage(sending.ahead))]
  const entries = [...ahead, await written(sending.id, message)]
  return begin(scope, sending.id, async () => {
    await failpoint('turn.append')
    const appended = await scope.store.entries.append(
      scope.conversation,
      entries,
      sending.after === undefined ? {} : { after: sending.after },
    )
    await failpoint('turn.appended')
    if (sending.protect !== undefined) await protectNewest(scope)
    return appended.entries
  })
}

/** Answers the newest user message anew; the answer before stays as a branch. */
export async function retry(scope: Scope): Promise<Sent> {
  await failpoint('retry.read')
  const { entries } = await scope.store.entries.page(scope.conversation, { limit: 200 })
  const asked = entries.findLast(({ entry }) => entry.type === 'message' && entry.message.role === 'user')
  if (asked === undefined) throw new LonghandError('not-found', 'There is no message to answer yet. Write one first.')
  return begin(scope, scope.engine.newId(), async () => {
    if (asked !== entries.at(-1)) {
      await failpoint('retry.move')
      await scope.store.branches.move(scope.conversation, { line: asked.line, depth: asked.entry.depth })
    }
    return [asked]
  })
}

/** The person wants the running answer to end here; what was shown stays. False when none runs. */
export async function stopTurn(scope: Scope): Promise<boolean> {
  const { engine, store, conversation } = scope
  const here = engine.answering.get(conversation)
  here?.stop.abort('stop')
  await failpoint('stop.read')
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  // F4 what runs in sight ends too; what is written ahead of need disturbs nobody.
  if (newest !== undefined && !isAhead(newest)) await cancelCompaction(scope)
  await failpoint('stop.ask')
  return (await store.turns.stop(conversation)) || here !== undefined
}

async function begin(scope: Scope, id: string, opening: () => Promise<readonly StoredEntry[]>): Promise<Sent> {
  const { engine, store, conversation } = scope
  await failpoint('turn.start')
  const start = await store.turns.start(conversation, { id }, leaseOf(engine))
  if (start.type === 'abandoned') {
    await endAbandoned(scope, start.turn)
    return begin(scope, id, opening)
  }
  // Its first try ended before the message was stored: it counts as never sent, but its name is taken.
  if (start.type === 'repeated' && (await opens(scope, id)) === 'nothing') return begin(scope, `${id}~`, opening)
  if (start.type !== 'started') return joined(scope, id, start.turn)
  const opened = await opening().catch(error => giveBack(scope, start.turn, error))
  return { type: 'answering', feed: answering(scope, start.turn, opened) }
}

/** Ends a turn whose message could not be stored: the sender is told why and may send it again. */
async function giveBack({ store }: Scope, turn: TurnJob, error: unknown): Promise<never> {
  try {
    await failpoint('turn.give-back')
    await store.turns.finish(turn, 'failed')
  } catch {
    // The lease runs out and whoever finds the turn ends it.
  }
  throw error
}

/** What a turn that has ended was about: a message that is stored, or nothing. */
async function opens({ store, conversation }: Scope, turn: string): Promise<'message' | 'nothing'> {
  await failpoint('turn.find')
  const found = await store.entries.find(conversation, [openingId(turn)])
  return found.length > 0 ? 'message' : 'nothing'
}

/** A message sent twice meets its first answer; any other waits until that one has ended. */
function joined({ engine, conversation }: Scope, id: string, turn: TurnJob): Sent {
  const here = engine.answering.get(conversation)
  if (turn.id === id && here?.feed.turn === id) return { type: 'answering', feed: here.feed }
  return turn.id === id ? { type: 'repeated', turn } : { type: 'busy', turn }
}

function answering(scope: Scope, job: TurnJob, opened: readonly StoredEntry[]): Feed {
  const feed = createFeed(job.id)
  const stop = new AbortController()
  feed.push({ type: 'start', messageId: job.id })
  for (const entry of opened)
    feed.push({ type: 'data-entry', id: entry.entry.id, data: shownEntry(entry) as unknown as Json })
  const done = answer({ scope, job, after: opened.at(-1)!.entry.id, feed, stop })
  scope.engine.answering.set(scope.conversation, { feed, stop, done })
  holdOpen(scope.engine, { stop, done })
  return feed
}

async function protectNewest(scope: Scope): Promise<void> {
  await failpoint('turn.read')
  const { branch } = await scope.store.entries.branch(scope.conversation)
  const newest = branch.findLast(entry => entry.type === 'message')
  if (newest === undefined) return
  await failpoint('turn.protect')
  await scope.store.entries.append(scope.conversation, [
    { id: scope.engine.newId(), ...protection(branch, newest.number, 'protect') },
  ])
}
