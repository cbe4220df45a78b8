import { atMessage } from '../core/at-message.ts'
import type { Message } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'
import type { StoredEntry } from '../engine/ports/store-entries.ts'

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
    const messages = atMessage(at, () => read(source))
    const entries = stored.slice(next, next + messages.length)
    if (!holds(entries, messages)) break
    addKnown(known, source, entries)
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

/** How many messages at the start are the same as before; those are known by the objects of this call from now on. */
export function samePrefix<Source>(known: KnownMessages<Source>, given: readonly Source[], read: Read<Source>): number {
  const { sources, held } = known
  const newest = sources.length - recheck
  for (let at = 0; at < sources.length; at++) {
    const source = sources[at]!
    if (source === given[at]) {
      // An app may write on in the very object that it gave us last, but not in those long before it.
      if (at >= newest && !holds(held[at]!.entries, read(source))) return at
    } else if (at >= given.length || source === null || !sameJson(source, given[at])) return at
    else sources[at] = given[at]!
  }
  return sources.length
}

const recheck = 4

const holds = (entries: readonly KnownEntry[], messages: readonly Message[]): boolean =>
  messages.length === entries.length && messages.every((message, at) => sameJson(message, entries[at]!.message))
