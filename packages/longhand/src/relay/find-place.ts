import { createHash } from 'node:crypto'
import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Store } from '../engine/ports/store.ts'
import { isJsonObject } from '../wire/json-object.ts'
import type { PartDigest } from './part-digest.ts'
import type { ClientRequest } from './read-request.ts'

/** The conversation that a request belongs to. */
export type RequestPlace = { readonly conversation: string; readonly state: 'stored' | 'new' }

/** A request as it is looked for. */
export type RequestTrail = {
  readonly request: ClientRequest
  readonly trail: readonly string[]
  readonly hint: string
}

/** Finds the conversation that shares most of a request's trail. Where it shares little, the client's hint decides. */
export async function findPlace(store: Store, { request, trail, hint }: RequestTrail): Promise<RequestPlace> {
  const ends = endsOf(request)
  const openings = openingsOf(request)
  const newest = trail[(openings[0] ?? ends[0]!) - 1]!
  const plain = conversationFor(newest, null)
  let isTaken = false
  for (const end of openings) {
    const opening = trail[end - 1]!
    const [first, own] = [conversationFor(opening, null), conversationFor(opening, hint)]
    for (const conversation of [first, own]) {
      const found = await readCandidate(store, conversation)
      if (found === null) continue
      isTaken ||= conversation === plain
      const isSureAt = (known: number) => known > 0 && isUnmistakable(request.parts.slice(end, known), known - end)
      // Where the request goes on from the head, as nearly all do, nothing else has to be looked for.
      if (found.head !== null && isSureAt(trail.lastIndexOf(found.head) + 1)) return { conversation, state: 'stored' }
      const known = await deepestKnown(
        store,
        conversation,
        ends.map(at => [at, trail[at - 1]!]),
      )
      // One without a message was created a moment ago: the same request came twice, and the other one is storing it.
      const isBegun = known >= end || found.head === null
      if (isSureAt(known) || (found.hint === hintKey(hint) && isBegun)) return { conversation, state: 'stored' }
    }
  }
  const isBegun = isTaken || (await readCandidate(store, plain)) !== null
  // H4.10 begun since, maybe by the same request, which came twice at once: it is looked at like any other.
  if (isBegun && !isTaken && openings.length > 0) return findPlace(store, { request, trail, hint })
  return { conversation: isBegun ? conversationFor(newest, hint) : plain, state: 'new' }
}

/** Where the opening of a request ends, and where it may have ended before, in parts. */
export function openingsOf(request: Pick<ClientRequest, 'pieces' | 'parts' | 'after'>): readonly number[] {
  const lead = openingOf(request.parts)
  return endsOf(request)
    .filter(end => end <= lead)
    .slice(-maxOpenings)
    .reverse()
}

/** How many beginnings of an opening are looked for: a client may have added to what people said first. */
const maxOpenings = 4

/** The parts at which a stored message may end: where a piece of the request does, or the answer that it goes on from. */
export const endsOf = ({ pieces, after }: Pick<ClientRequest, 'pieces' | 'after'>): readonly number[] => [
  ...(after === null ? [] : [1]),
  ...pieces.flatMap(({ from, to }) => (to > from ? to : [])),
]

/** How many parts stand before the first answer; the first one alone where the assistant speaks first. */
export function openingOf(parts: readonly PartDigest[]): number {
  const answer = parts.findIndex(({ role }) => role !== 'user')
  return Math.max(1, answer < 0 ? parts.length : answer)
}

/** What is shared beyond the opening leaves no doubt: a call, whose id is the provider's alone, or several messages. */
export const isUnmistakable = (shared: readonly PartDigest[], length: number): boolean =>
  length > 0 && (hasTurns(shared, 3) || shared.some(({ type, repeats }) => type === 'tool-call' && !repeats))

/** Whether so many turns are in it; a long request is not read to its end for that. */
function hasTurns(parts: readonly PartDigest[], many: number): boolean {
  let turns = 0
  return parts.some(({ role }, at) => parts[at + 1]?.role !== role && ++turns === many)
}

/**
 * The name of a conversation that begins in a way. The first one has it by its opening alone, so that it is found again
 * whatever its client says later; others that begin alike have one by their hint as well. The opening is a trail, which
 * holds the owner and a secret: nobody can make it up for another.
 */
export function conversationFor(opening: string, hint: string | null): string {
  const bytes = createHash('sha256')
    .update(`${opening} ${hint === null ? '' : `hint ${hint}`}`)
    .digest()
    .subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A hint as it is stored: it is the client's, and nobody needs to read it. */
export const hintKey = (hint: string): string => createHash('sha256').update(hint).digest('base64url').slice(0, 22)

/** The hint that a conversation began with, as it is stored. */
export function hintIn(settings: Json): string | null {
  const relay = isJsonObject(settings) ? settings.relay : undefined
  return isJsonObject(relay) && typeof relay.hint === 'string' ? relay.hint : null
}

type Candidate = { readonly hint: string | null; readonly head: string | null }

async function readCandidate(store: Store, id: string): Promise<Candidate | null> {
  try {
    const { settings, head } = await store.conversations.get(id)
    return { hint: hintIn(settings), head: head.entry }
  } catch (error) {
    if (error instanceof LonghandError && error.code === 'not-found') return null
    throw error
  }
}

type End = readonly [end: number, id: string]

/** How many parts of a request a conversation has; the newest are looked for first, all at once only where they are new. */
export async function deepestKnown(store: Store, conversation: string, ends: readonly End[]): Promise<number> {
  const newest = ends.slice(-atOnce)
  const older = ends.slice(0, -atOnce)
  const found = await lastOf(store, conversation, newest)
  if (found > 0 || older.length === 0) return found
  // Then ever further back, and all of those between the last that was found and the first that was not.
  const probes = older.filter((_, at) => isPowerOfTwo(older.length - at))
  const near = await lastOf(store, conversation, probes)
  const from = older.findLastIndex(([end]) => end === near) + 1
  const to = older.findIndex(([end]) => end > near && probes.some(([probe]) => probe === end))
  for (let at = to < 0 ? older.length : to; at > from; at -= batch) {
    const deeper = await lastOf(store, conversation, older.slice(Math.max(from, at - batch), at))
    if (deeper > 0) return deeper
  }
  return near
}

const atOnce = 16
const batch = 128

const isPowerOfTwo = (value: number): boolean => (value & (value - 1)) === 0

async function lastOf(store: Store, conversation: string, ends: readonly End[]): Promise<number> {
  const found = await store.entries.find(
    conversation,
    ends.map(([, id]) => id),
  )
  const ids = new Set(found.map(({ entry }) => entry.id))
  return ends.findLast(([, id]) => ids.has(id))?.[0] ?? 0
}
