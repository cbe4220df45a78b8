import type { Entry, MessageEntry } from '../core/entry.ts'
import type { Engine } from '../engine/engine.ts'
import type { HeldBranch } from '../engine/held-branches.ts'
import { countMessage } from '../engine/long-work/count-message.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import type { StoredState } from '../engine/snapshot.ts'
import { newMessagesSteps } from './new-entries.ts'
import type { ClientRequest } from './read-request.ts'

/** What is known of a conversation that a request goes on with, and the tokens of what was counted already, by id. */
export type KnownEntries = { readonly held: HeldBranch; readonly counts: Map<string, number> }

/**
 * The entries of a conversation as they will be when what a request adds is stored. Null where the request does not simply
 * go on from the newest message: then the store has to say where it belongs.
 */
export async function entriesAhead(
  engine: Engine,
  { request, trail }: { readonly request: ClientRequest; readonly trail: readonly string[] },
  { held, counts }: KnownEntries,
): Promise<Pick<StoredState, 'branch' | 'newest'> | null> {
  const { conversation, branch, newest } = held
  const last = lastMessage(newest.map(({ entry }) => entry))
  const known = last === undefined ? 0 : trail.lastIndexOf(last.id) + 1
  if (last === undefined || known === 0) return null
  const added = await runSteps(newMessagesSteps(request, { from: known, trail }))
  const pace = createPacer()
  for (const { id, message } of added) {
    counts.set(id, counts.get(id) ?? (await countMessage(engine, message)))
    await pace()
  }
  const placed = added.map(({ id, message }, at): MessageEntry => {
    const place = { depth: conversation.head.depth + 1 + at, number: last.number + 1 + at }
    return { ...place, id, type: 'message', message, count: counts.get(id)! }
  })
  const stored = placed.map(entry => ({ entry, line: conversation.head.line, at: engine.clock.now(), about: null }))
  return { branch: branch.concat(placed), newest: [...newest, ...stored] }
}

const lastMessage = (entries: readonly Entry[]): MessageEntry | undefined =>
  entries.findLast((entry): entry is MessageEntry => entry.type === 'message')
