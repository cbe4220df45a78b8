import { atMessage } from '../core/at-message.ts'
import type { Message } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'
import type { StoredEntry } from '../engine/ports/store-entries.ts'
import { sameMessage } from './same-message.ts'

/**
 * The messages of the app, and beside each the entries that hold it. Two lists, so that ten thousand old messages that
 * are handed in again cost no more than a walk along one list.
 */
export type KnownMessages<Source> = {
  /** As the app gave them; null for one that an earlier process stored and the app no longer has. */
  readonly sources: (Source | null)[]
  readonly held: HeldMessage[]
}

export type HeldMessage = {
  readonly entries: readonly KnownEntry[]
  /** Of its last entry; one without entries has that of the message before it. */
  readonly depth: number
}

export type KnownEntry = {
  readonly id: string
  readonly depth: number
  readonly number: number
  readonly message: Message
}

export function knownEntry({ entry }: StoredEntry): KnownEntry {
  if (entry.type !== 'message') throw new TypeError(`Entry ${entry.id} is not a message.`)
  const { id, depth, number, message } = entry
  return { id, depth, number, message }
}

type Read<Source> = (source: Source) => readonly Message[]

/** Finds in the entries of an earlier process the app's messages, as far as they are the same. */
export function adoptEntries<Source>(
  stored: readonly KnownEntry[],
  sources: readonly Source[],
  read: Read<Source>,
): KnownMessages<Source> {
  const known: KnownMessages<Source> = { sources: [], held: [] }
  let next = 0
  for (const [at, source] of sources.entries()) {
    const messages = readAt(sources, at, read)
    const entries = stored.slice(next, next + messages.length)
    addKnown(known, source, entries)
    if (!isStill(known, at, messages)) {
      known.sources.pop()
      known.held.pop()
      break
    }
    next += messages.length
  }
  for (const entry of stored.slice(next)) addKnown(known, null, [entry])
  return known
}

export function addKnown<Source>(
  { sources, held }: KnownMessages<Source>,
  source: Source | null,
  entries: readonly KnownEntry[],
): void {
  sources.push(source)
  held.push({ entries, depth: entries.at(-1)?.depth ?? held.at(-1)?.depth ?? 0 })
}

/** The entry that holds the last of the messages; null before the first. */
export const lastEntry = <Source>({ held }: KnownMessages<Source>): KnownEntry | null =>
  held.findLast(({ entries }) => entries.length > 0)?.entries.at(-1) ?? null

/** How many messages at the start are the same as before; those are known by the objects of this call from now on. */
export function samePrefix<Source>(known: KnownMessages<Source>, given: readonly Source[], read: Read<Source>): number {
  const { sources } = known
  const newest = Math.min(sources.length, given.length) - recheck
  for (let at = 0; at < sources.length; at++) {
    const source = sources[at]!
    if (at >= given.length || source === null) return at
    // An app may write on in the very object that it gave us last, but not in those long before it.
    const isKnown = source === given[at] ? at < newest : sameJson(source, given[at])
    if (!isKnown && !isStill(known, at, readAt(given, at, read))) return at
    sources[at] = given[at]!
  }
  return sources.length
}

const recheck = 4

const readAt = <Source>(sources: readonly Source[], at: number, read: Read<Source>): readonly Message[] =>
  atMessage(at, () => read(sources[at]!))

/** Whether entries are still those of a message: what they say has not changed, or they are instructions, which may. */
const isStill = (known: Pick<KnownMessages<unknown>, 'held'>, at: number, messages: readonly Message[]): boolean =>
  holds(known.held[at]!.entries, messages) || isRewrittenInstruction(known, at, messages)

const holds = (entries: readonly KnownEntry[], messages: readonly Message[]): boolean =>
  messages.length === entries.length && messages.every((message, at) => sameMessage(message, entries[at]!.message))

/** L16 instructions are the system messages that a history begins with. */
const isRewrittenInstruction = (
  { held }: Pick<KnownMessages<unknown>, 'held'>,
  at: number,
  messages: readonly Message[],
): boolean =>
  held[at]!.entries.length === messages.length &&
  areInstructions(messages) &&
  held.slice(0, at + 1).every(({ entries }) => areInstructions(entries.map(({ message }) => message)))

export const areInstructions = (messages: readonly Pick<Message, 'role'>[]): boolean =>
  messages.length > 0 && messages.every(({ role }) => role === 'system')
