import type { Json } from '../core/json.ts'
import { callsOf, type Message, type Role } from '../core/message.ts'
import { runToEnd, type Steps } from '../core/steps.ts'
import type { CallNames } from '../wire/format-reader.ts'
import type { JsonObject } from '../wire/json-object.ts'
import type { AnsweredItem } from './answered-items.ts'
import type { HeldState } from './held-answer.ts'
import type { ItemCache, KnownItem, NamedCall } from './item-cache.ts'
import { digestOf, type PartDigest } from './part-digest.ts'
import type { Protocol } from './protocol.ts'
import { type Item, type Member, type Slice, takeValue, valueAt } from './scan-object.ts'

/** A request of a client: its bytes, and what they say as far as one has to know. */
export type ClientRequest = {
  readonly bytes: Uint8Array
  readonly protocol: Protocol
  readonly members: readonly Member[]
  /** The list that holds the conversation, and its items. */
  readonly list: Slice
  readonly items: readonly Slice[]
  /** The calls that each item holds. */
  readonly calls: readonly (readonly NamedCall[])[]
  readonly pieces: readonly Piece[]
  /** What the conversation is known by, in order. */
  readonly parts: readonly PartDigest[]
  /** What items say that are only references, by their place in the list. */
  readonly references: ReadonlyMap<number, Message>
  /** H4.17 the answer that the request goes on from, which is its first part: what came up to it is not in the request. Null when all of it is. */
  readonly after: AnswerBefore | null
}

/** The entry of an answer, the calls that it holds, and what its provider holds besides. */
export type AnswerBefore = HeldState & { readonly entry: string; readonly calls: readonly NamedCall[] }

/** What can be left out of a request by itself: an item, or a block of one. It holds the parts from `from` up to `to`. */
export type Piece = {
  readonly index: number
  readonly item: number
  readonly block: number | null
  readonly role: Role
  readonly from: number
  readonly to: number
}

/** Why a request is passed on as it came, in a word. */
export type LeftAlone = { readonly leftAlone: string }

/** A request that was scanned; without members when it is nothing that can be taken apart. */
export type RequestBytes = {
  readonly bytes: Uint8Array
  readonly members: readonly Member[] | null
  readonly protocol: Protocol
}

/** How a request is read. */
export type ReadOptions = {
  readonly cache: ItemCache
  /** What an item says that is only named; null when nobody knows. */
  readonly findItem?: (id: string) => AnsweredItem | null
  /** `opening`: up to the first answer, or what stands for one. */
  readonly extent?: 'all' | 'opening'
  readonly after?: AnswerBefore | null
}

/** Reads a request, or its items up to the first answer; what came before is known by its bytes and not parsed again. */
export const readRequest = (request: RequestBytes, options: ReadOptions): ClientRequest | LeftAlone =>
  runToEnd(readRequestSteps(request, options))

/** The same in steps. */
export function* readRequestSteps(
  { bytes, members, protocol }: RequestBytes,
  { cache, findItem = () => null, extent = 'all', after = null }: ReadOptions,
): Steps<ClientRequest | LeftAlone> {
  const list = members?.find(({ key }) => key === protocol.list)
  const listed = list && itemsIn(bytes, list)
  if (members === null || list === undefined || listed === undefined) return { leftAlone: 'unread' }
  const leftAlone = protocol.leftAlone(smallMembers(bytes, members))
  if (leftAlone !== null) return { leftAlone }
  const pieces: Piece[] = []
  const calls: (readonly NamedCall[])[] = []
  const parts: PartDigest[] = after === null ? [] : [{ role: 'assistant', type: 'text', digest: after.entry }]
  const references = new Map<number, Message>()
  let isAnswered = false
  for (const [item, slice] of listed.entries()) {
    if (item % perStep === perStep - 1) yield
    const found = yield* itemAt(bytes, slice, { protocol, cache })
    if (found === null) return { leftAlone: 'unread' }
    const referred = typeof found === 'string' ? findItem(found) : null
    const known = typeof found === 'string' ? referred?.known : found
    if (known === undefined && extent === 'opening') break
    if (known === undefined) return { leftAlone: 'reference' }
    if (referred !== null) references.set(item, referred.message)
    calls.push(known.calls)
    for (const { block, role, parts: own } of known.pieces) {
      pieces.push({ index: pieces.length, item, block, role, from: parts.length, to: parts.length + own.length })
      for (const part of own) {
        parts.push(part)
        isAnswered ||= part.role !== 'user'
      }
    }
    // H4.25 more than anyone says: each would be one to store, to look for and to fold.
    if (pieces.length > maxPieces || parts.length > maxPieces) return { leftAlone: 'unread' }
    if (extent === 'opening' && isAnswered) break
  }
  return { bytes, protocol, members, list: list.value, items: listed, calls, pieces, parts, references, after }
}

/** What is read between two turns of others. */
const perStep = 200

/** Pieces of a request, and parts of all of them. */
const maxPieces = 100_000

/** The items of a list; one that is a text is its own only item. */
const itemsIn = (bytes: Uint8Array, { value, items }: Member): readonly Item[] | undefined =>
  items ?? (bytes[value.from] === quote ? [value] : undefined)

const quote = 0x22

/** Whether a request goes on from one that came before, by an item in its midst: openings may be alike. */
export function isKnownAlready({ bytes, members, protocol }: RequestBytes, cache: ItemCache): boolean {
  const items = members?.find(({ key }) => key === protocol.list)?.items ?? []
  const item = items[items.length >> 1]
  return item !== undefined && cache.get({ protocol: protocol.name, bytes, item }) !== undefined
}

/** The members that are short: what a request says about itself. */
export function smallMembers(bytes: Uint8Array, members: readonly Member[]): JsonObject {
  const before = small.get(members)
  if (before !== undefined) return before
  const short = members.filter(({ value, items }) => items === null && value.to - value.from < maxSmall)
  const read = Object.fromEntries(short.map(({ key, value }) => [key, valueAt(bytes, value) as Json]))
  small.set(members, read)
  return read
}

/** What was read of a request is asked for by whoever takes a part in it. */
const small = new WeakMap<readonly Member[], JsonObject>()

const maxSmall = 2_000

/** What an item says, or the id of what it stands for: that is another one's to say, and another's for every owner. */
function* itemAt(
  bytes: Uint8Array,
  item: Item,
  { protocol, cache }: { readonly protocol: Protocol; readonly cache: ItemCache },
): Steps<KnownItem | string | null> {
  const one = { protocol: protocol.name, bytes, item }
  const before = cache.get(one)
  if (before !== undefined) return before
  const value = takeValue(bytes, item) as Json
  const reference = protocol.referenceIn(value)
  if (reference !== null) return reference
  const read = yield* readItem(value, protocol)
  if (read !== null) cache.set(one, read)
  return read
}

function* readItem(item: Json, protocol: Protocol): Steps<KnownItem | null> {
  const read = protocol.readItem(item, new Map())
  if (read === null) return null
  const pieces: KnownItem['pieces'][number][] = []
  const calls: NamedCall[] = []
  let visited = 0
  for (const { block, messages } of read) {
    const parts: PartDigest[] = []
    for (const message of messages) {
      for (const part of message.parts) {
        if (++visited % perStep === 0) yield
        if (visited > maxPieces) return null
        const digest = digestOf(message.role, part)
        if (digest !== null) parts.push(digest)
      }
      for (const { callId, name } of callsOf(message)) calls.push([callId, name])
    }
    if (pieces.push({ block, role: messages[0]?.role ?? 'user', parts }) > maxPieces) return null
  }
  return { pieces, calls }
}

/** What the pieces from one on say, one after the other, each with the messages that it holds. */
export function* messagesFrom(request: ClientRequest, from: number): Generator<readonly Message[]> {
  const { bytes, protocol, items, calls, pieces, references, after } = request
  const first = pieces[from]?.item ?? items.length
  const names: CallNames = new Map([...(after?.calls ?? []), ...calls.slice(0, first).flat()])
  let skipped = 0
  while (pieces[from - skipped - 1]?.item === first) skipped++
  for (let item = first; item < items.length; item++) {
    const referred = references.get(item)
    if (referred !== undefined) yield [referred]
    else
      for (const { messages } of protocol.readItem(valueAt(bytes, items[item]!) as Json, names) ?? [])
        if (skipped-- <= 0) yield messages
  }
}
