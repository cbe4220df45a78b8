import { atMessage } from '../core/at-message.ts'
import type { Message } from '../core/message.ts'
import { moveHead } from '../engine/checkpoints/move-head.ts'
import type { Scope } from '../engine/engine.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import type { NewEntry } from '../engine/ports/store-entries.ts'
import type { EntryMeta } from '../engine/turn/entry-meta.ts'
import { type CompactionState, stateEntry, stateFor } from './compaction-state.ts'
import { addKnown, type KnownEntry, type KnownMessages, knownEntry, samePrefix } from './known-messages.ts'

/** What is stored of a history and how its messages are read. `known` is kept up to date. */
export type StoredHistory<Source> = {
  readonly scope: Scope
  readonly read: (source: Source) => readonly Message[]
  readonly count: (message: Message) => Promise<number>
  known: KnownMessages<Source>
}

export type SyncOptions = {
  /** What was folded of these messages before, for a history that is stored for the first time. */
  readonly state: CompactionState | null
  /** What to note beside the first answer among the new messages. */
  readonly answer: EntryMeta | null
}

/**
 * Stores the messages that are new. A history that differs from what is stored goes on from the last message that is the
 * same, as a branch of its own; what was there before stays. Resolves to what counts of the state.
 */
export async function syncMessages<Source>(
  history: StoredHistory<Source>,
  sources: readonly Source[],
  { state: given, answer }: SyncOptions,
): Promise<CompactionState | null> {
  const { scope, read, known } = history
  const same = samePrefix(known, sources, read)
  const isShorter = same < known.sources.length
  const added = sources
    .slice(same)
    .map((source, at) => ({ source, messages: atMessage(same + at, () => read(source)) }))
  if (isShorter) known.sources.length = known.held.length = same
  if (added.length === 0 && (isShorter || !(await isAtHead(history)))) await goBack(history)
  const put = (part: readonly Added<Source>[]) => append(history, part, answer)
  const state =
    given &&
    stateFor(
      given,
      added.flatMap(({ messages }) => messages),
    )
  if (state === null || state.folds.length === 0) {
    await put(added)
    return state
  }
  const split = splitAt(added, state)
  await put(added.slice(0, split))
  const entry = stateEntry(
    state,
    known.held.flatMap(({ entries }) => entries),
  )
  await scope.store.entries.append(scope.conversation, [{ id: scope.engine.newId(), ...entry }])
  await put(added.slice(split))
  return state
}

type Added<Source> = { readonly source: Source; readonly messages: readonly Message[] }

/** How many of the app's messages hold as many of ours as the state was made with. */
function splitAt<Source>(added: readonly Added<Source>[], state: CompactionState): number {
  let messages = 0
  let split = 0
  while (split < added.length && messages < state.messages) messages += added[split++]!.messages.length
  return split
}

/** So many messages go to the store at once; others get their turn in between. */
const batch = 200

async function append<Source>(
  history: StoredHistory<Source>,
  added: readonly Added<Source>[],
  answer: EntryMeta | null,
): Promise<void> {
  const { engine, store, conversation } = history.scope
  let answered = answer === null
  for (let at = 0; at < added.length; at += batch) {
    if (at > 0) await yieldToEventLoop()
    const part = added.slice(at, at + batch)
    const entries: NewEntry[] = []
    for (const message of part.flatMap(({ messages }) => messages)) {
      const meta = !answered && message.role === 'assistant' ? { about: answer! } : {}
      answered ||= message.role === 'assistant'
      entries.push({
        id: engine.newId(),
        type: 'message',
        message,
        count: await history.count(message),
        ...meta,
      })
    }
    const after = lastEntry(history)?.id ?? null
    const stored = entries.length === 0 ? [] : (await store.entries.append(conversation, entries, { after })).entries
    let next = 0
    for (const { source, messages } of part) {
      const own = stored.slice(next, next + messages.length).map(knownEntry)
      next += messages.length
      addKnown(history.known, source, own)
    }
  }
}

const lastEntry = <Source>({ known }: StoredHistory<Source>): KnownEntry | null =>
  known.held.findLast(({ entries }) => entries.length > 0)?.entries.at(-1) ?? null

/** Whether the newest message of the conversation is the last one of this history: another process may have gone on. */
async function isAtHead<Source>(history: StoredHistory<Source>): Promise<boolean> {
  const { store, conversation } = history.scope
  const { branch } = await store.entries.branch(conversation)
  return (branch.findLast(({ type }) => type === 'message')?.id ?? null) === (lastEntry(history)?.id ?? null)
}

/** The head goes to the last message of this history: the app has dropped newer ones, or another process wrote them. */
async function goBack<Source>(history: StoredHistory<Source>): Promise<void> {
  const { scope } = history
  const { store, conversation } = scope
  const last = lastEntry(history)
  const [found] = last === null ? [] : await store.entries.find(conversation, [last.id])
  const { head } = await store.conversations.get(conversation)
  await moveHead(scope, { line: found?.line ?? head.line, depth: found?.entry.depth ?? 0 }, 'move')
}
