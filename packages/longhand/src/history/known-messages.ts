import type { Message } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'
import type { StoredEntry } from '../engine/ports/store-entries.ts'

/** One message of the app, and the entries that hold it. */
export type KnownMessage<Source> = {
  /** As the app gave it; null for one that an earlier process stored and the app no longer has. */
  readonly source: Source | null
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
): KnownMessage<Source>[] {
  const known: KnownMessage<Source>[] = []
  let next = 0
  for (const source of sources) {
    const messages = read(source)
    const entries = stored.slice(next, next + messages.length)
    if (!holds(entries, messages)) break
    known.push({ source, entries, depth: entries.at(-1)?.depth ?? known.at(-1)?.depth ?? 0 })
    next += messages.length
  }
  return [...known, ...stored.slice(next).map(entry => ({ source: null, entries: [entry], depth: entry.depth }))]
}

/** How many messages at the start are the same as before. An old one that is handed in again costs one comparison. */
export function samePrefix<Source>(
  known: readonly KnownMessage<Source>[],
  sources: readonly Source[],
  read: Read<Source>,
): number {
  const newest = known.length - recheck
  for (let at = 0; at < known.length; at++) {
    const { source, entries } = known[at]!
    if (at >= sources.length || source === null) return at
    if (source !== sources[at] && !sameJson(source, sources[at])) return at
    // An app may write on in the very object that it gave us last, but not in those long before it.
    if (at >= newest && source === sources[at] && !holds(entries, read(source))) return at
  }
  return known.length
}

const recheck = 4

const holds = (entries: readonly KnownEntry[], messages: readonly Message[]): boolean =>
  messages.length === entries.length && messages.every((message, at) => sameJson(message, entries[at]!.message))
