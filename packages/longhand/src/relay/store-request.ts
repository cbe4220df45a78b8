import { LonghandError } from '../core/errors.ts'
import { moveHead } from '../engine/checkpoints/move-head.ts'
import type { Scope } from '../engine/engine.ts'
import { countMessage } from '../engine/long-work/count-message.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import type { Place } from '../engine/ports/store-conversations.ts'
import type { NewEntry, StoredEntry } from '../engine/ports/store-entries.ts'
import type { EntryMeta } from '../engine/turn/entry-meta.ts'
import type { TrailMessage } from './new-entries.ts'

/** So many messages go to the store at once; others get their turn in between. */
const batch = 200

/**
 * Stores what a request says that is new, after the last entry that is known; null for the root. What was counted before is not counted again. Where that has a child
 * already, a branch begins, and the head follows: the client is the one who knows where it stands.
 */
export async function storeMessages(
  { engine, store, conversation }: Scope,
  messages: readonly TrailMessage[],
  { after: known, counts }: { readonly after: string | null; readonly counts: ReadonlyMap<string, number> },
): Promise<void> {
  let after = known
  for (let at = 0; at < messages.length; at += batch) {
    if (at > 0) await yieldToEventLoop()
    const entries: NewEntry[] = []
    for (const { id, message } of messages.slice(at, at + batch))
      entries.push({ id, type: 'message', message, count: counts.get(id) ?? (await countMessage(engine, message)) })
    await store.entries.append(conversation, entries, { after })
    after = entries.at(-1)!.id
  }
}

/** Stands where a request that was sent before has ended, when the conversation has gone on elsewhere since. */
export async function standAt(scope: Scope, last: string): Promise<void> {
  const { store, conversation } = scope
  const { branch } = await store.entries.branch(conversation)
  if (branch.findLast(({ type }) => type === 'message')?.id === last) return
  const [found] = await store.entries.find(conversation, [last])
  if (found !== undefined) await moveHead(scope, await endOf(scope, found), 'move')
}

/** The place after an entry and what was folded, undone or protected right after it. */
async function endOf({ store, conversation }: Scope, { entry, line }: StoredEntry): Promise<Place> {
  const tip = (await store.branches.list(conversation)).find(one => one.tip.line === line)?.tip
  let { depth } = entry
  if (tip !== undefined)
    for await (const next of store.entries.walk(conversation, { span: { from: depth + 1, to: tip.depth }, at: tip })) {
      if (next.entry.type === 'message') break
      depth = next.entry.depth
    }
  return { line, depth }
}

/** Stores an answer after what it answers. A head that someone has moved meanwhile stays where it is. */
export async function storeAnswer(
  { engine, store, conversation }: Scope,
  { id, message }: TrailMessage,
  { after, about }: { readonly after: string; readonly about: EntryMeta },
): Promise<void> {
  const entry = { id, type: 'message', message, count: await countMessage(engine, message), about } as const
  try {
    await store.entries.append(conversation, [entry], { after, head: 'stays' })
  } catch (error) {
    // The same words are there from before, with other reasoning.
    if (!(error instanceof LonghandError) || error.code !== 'conflict') throw error
  }
}
