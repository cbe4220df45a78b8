import { atMessage } from '../core/at-message.ts'
import type { Message } from '../core/message.ts'
import type { Scope } from '../engine/engine.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import type { Place } from '../engine/ports/store-conversations.ts'
import type { NewEntry } from '../engine/ports/store-entries.ts'
import type { EntryMeta } from '../engine/turn/entry-meta.ts'
import { type CompactionState, stateEntry, stateFor } from './compaction-state.ts'
import { addKnown, type KnownMessages, knownEntry, lastEntry, samePrefix } from './known-messages.ts'
import { getReport, type Report } from './reports.ts'
import { messageId } from './stable-id.ts'
import { standAtEnd } from './stand-at-end.ts'
import { type StoredOnce, storeOnce } from './store-once.ts'

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

export type Synced = {
  /** What counts of the state. */
  readonly state: CompactionState | null
  /** Where these messages end when another process has gone on from there; null at the head. */
  readonly behind: Place | null
}

/**
 * Stores the messages that are new, once, however many processes are handed them. A history that differs from what is
 * stored goes on from the last message that is the same, as a branch of its own; what was there before stays.
 */
export async function syncMessages<Source>(
  history: StoredHistory<Source>,
  sources: readonly Source[],
  { state: given, answer }: SyncOptions,
): Promise<Synced> {
  const { scope, read, known } = history
  const same = samePrefix(known, sources, read)
  // What another process has said since is not the app's to drop.
  const hasDropped = known.sources.slice(same).some(source => source !== null)
  // A list may have holes, which `map` would leave as they are.
  const added = Array.from(sources.slice(same), (source, at) => ({
    source,
    messages: atMessage(same + at, () => read(source)),
  }))
  if (same < known.sources.length) known.sources.length = known.held.length = same
  const state =
    given &&
    stateFor(
      given,
      added.flatMap(({ messages }) => messages),
    )
  if (state === null || state.folds.length === 0) {
    const isAtHead = await append(history, added, answer)
    return {
      state,
      behind: isAtHead ? null : await standAtEnd(scope, lastEntry(known), hasDropped ? 'go-back' : 'stay'),
    }
  }
  const split = splitAt(added, state)
  await append(history, added.slice(0, split), answer)
  const entry = stateEntry(
    state,
    known.held.flatMap(({ entries }) => entries),
  )
  await scope.store.entries.append(scope.conversation, [{ id: scope.engine.newId(), ...entry }])
  await append(history, added.slice(split), answer)
  return { state, behind: null }
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

/** Whether the head is known to be at the last of them: not when another process has stored them before. */
async function append<Source>(
  history: StoredHistory<Source>,
  added: readonly Added<Source>[],
  answer: EntryMeta | null,
): Promise<boolean> {
  const { conversation } = history.scope
  let answered = answer === null
  let report: Report | null | undefined
  let isAtHead = false
  for (let at = 0; at < added.length; at += batch) {
    if (at > 0) await yieldToEventLoop()
    const part = added.slice(at, at + batch)
    const entries: NewEntry[] = []
    const after = lastEntry(history.known)?.id ?? null
    for (const message of part.flatMap(({ messages }) => messages)) {
      const before = entries.at(-1)?.id ?? after
      let about = !answered && message.role === 'assistant' ? answer : null
      if (about === null && message.role === 'assistant') {
        report = report === undefined ? await getReport(history.scope) : report
        about = report?.after === before ? report.answer : null
      }
      answered ||= message.role === 'assistant'
      entries.push({
        id: messageId(conversation, before, message),
        type: 'message',
        message,
        count: await history.count(message),
        ...(about !== null && { about }),
      })
    }
    const stored = entries.length === 0 ? nothing : await storeOnce(history.scope, entries, after)
    isAtHead = stored.isNew
    let next = 0
    for (const { source, messages } of part) {
      const own = stored.entries.slice(next, next + messages.length).map(knownEntry)
      next += messages.length
      addKnown(history.known, source, own)
    }
  }
  return isAtHead
}

const nothing: StoredOnce = { entries: [], isNew: false }
