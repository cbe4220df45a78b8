import { LonghandError } from '../../core/errors.ts'
import { emitCheckpoint } from '../checkpoints/emit-checkpoint.ts'
import type { Scope } from '../engine.ts'
import type { StoredEntry } from '../ports/store-entries.ts'
import { readEntryMeta } from './entry-meta.ts'
import { type SendResult, startTurn } from './start-turn.ts'
import { newTurnRequest, type TurnRequest } from './turn-request.ts'

/** Answers a user message anew, the newest or the one that an entry answers; the answer before stays as a branch. */
export async function retry(scope: Scope, entry?: string): Promise<SendResult> {
  const before = await entriesUpTo(scope, entry)
  const asked = before.findLast(({ entry }) => entry.type === 'message' && entry.message.role === 'user')
  if (asked === undefined) throw new LonghandError('not-found', 'There is no message to answer yet. Write one first.')
  return answerFrom(scope, asked, newTurnRequest(asked.entry.id, scope.engine.newId))
}

/**
 * Lets the model go on with an answer, the newest or the one that is named, as if it had not ended there. Nobody says
 * anything for it: what a provider needs to be asked is in the request alone.
 */
export async function continueAnswer(scope: Scope, entry?: string): Promise<SendResult> {
  const before = await entriesUpTo(scope, entry)
  const last = before.findLast(({ entry }) => entry.type === 'message')
  if (last?.entry.type !== 'message' || last.entry.message.role === 'user')
    throw new LonghandError('not-found', 'There is no answer to continue here. Write a message first.')
  const request = newTurnRequest(last.entry.id, scope.engine.newId)
  return answerFrom(scope, last, wasCutOff(last) ? { ...request, continues: true } : request)
}

/** Whether an answer ended in mid-sentence, perhaps in mid-word. */
const wasCutOff = ({ entry, about }: StoredEntry): boolean =>
  entry.type === 'message' && readEntryMeta(about).ending !== undefined && entry.message.parts.at(-1)?.type === 'text'

/** The newest entries of the branch, or those up to the named one, on its branch. */
async function entriesUpTo({ store, conversation }: Scope, id?: string): Promise<readonly StoredEntry[]> {
  if (id === undefined) return (await store.entries.page(conversation, { limit: reach })).entries
  const [named] = await store.entries.find(conversation, [id])
  if (named === undefined) throw new LonghandError('not-found', 'This message is not here any more. Reload the page.')
  const at = { line: named.line, depth: named.entry.depth }
  return (await store.entries.page(conversation, { limit: reach, at })).entries
}

/** How far back a message is looked for: a tool loop may have many steps. */
const reach = 200

/** Stands where the answer begins. After the newest message that is the head: what was condensed since then stays so. */
async function answerFrom(scope: Scope, from: StoredEntry, request: TurnRequest): Promise<SendResult> {
  const { store, conversation, engine } = scope
  const { entries: newest } = await store.entries.page(conversation, { limit: reach })
  const head = newest.at(-1)
  const isNewest = newest.findLast(({ entry }) => entry.type === 'message')?.entry.id === from.entry.id
  const { line, entry } = isNewest ? head! : from
  const opening = { type: 'move', to: { line, depth: entry.depth } } as const
  const result = await startTurn(scope, { id: engine.newId(), request, opening }, () => [from])
  // The store has kept where the head was, unless it was there.
  if (result.type === 'answering' && entry.id !== head?.entry.id) emitCheckpoint(scope, 'before-restore')
  return result
}
