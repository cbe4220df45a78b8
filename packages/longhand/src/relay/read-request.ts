import type { Json } from '../core/json.ts'
import { callsOf, type Message, type Role } from '../core/message.ts'
import type { CallNames } from '../wire/format-reader.ts'
import type { JsonObject } from '../wire/json-object.ts'
import type { AnsweredItem } from './answered-items.ts'
import type { HeldState } from './held-answer.ts'
import type { ItemCache, KnownItem, NamedCall } from './item-cache.ts'
import { digestsOf, type PartDigest } from './part-digest.ts'
import type { ItemPiece, Protocol } from './protocol.ts'
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
export function readRequest(
  { bytes, members, protocol }: RequestBytes,
  { cache, findItem = () => null, extent = 'all', after = null }: ReadOptions,
): ClientRequest | LeftAlone {
  const list = members?.find(({ key }) => key === protocol.list)
  const listed = list && itemsIn(bytes, list)
  if (members === null || list === undefined || listed === undefined) return { leftAlone: 'unread' }
  const leftAlone = protocol.leftAlone(smallMembers(bytes, members))
  if (leftAlone !== null) return { leftAlone }
  const pieces: Piece[] = []
  const calls: (readonly NamedCall[])[] = []
  const parts: PartDigest[] = after === null ? [] : [{ role: 'assistant', type: 'text', digest: after.entry }]
  const references = new Map<number, Message>()
  for (const [item, slice] of listed.entries()) {
    const found = itemAt(bytes, slice, { protocol, cache })
    if (found === null) return { leftAlone: 'unread' }
    const referred = typeof found === 'string' ? findItem(found) : null
    const known = typeof found === 'string' ? referred?.known : found
    if (known === undefined && extent === 'opening') break
    if (known === undefined) return { leftAlone: 'reference' }
    if (referred !== null) references.set(item, referred.message)
    calls.push(known.calls)
    for (const { block, role, parts: own } of known.pieces) {
      pieces.push({ index: pieces.length, item, block, role, from: parts.length, to: parts.length + own.length })
      for (const part of own) parts.push(part)
    }
    if (extent === 'opening' && parts.some(({ role }) => role !== 'user')) break
  }
  return { bytes, protocol, members, list: list.value, items: listed, calls, pieces, parts, references, after }
}

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
function itemAt(
  bytes: Uint8Array,
  item: Item,
  { protocol, cache }: { readonly protocol: Protocol; readonly cache: ItemCache },
): KnownItem | string | null {
  const one = { protocol: protocol.name, bytes, item }
  const before = cache.get(one)
  if (before !== undefined) return before
  const value = takeValue(bytes, item) as Json
  const reference = protocol.referenceIn(value)
  if (reference !== null) return reference
  const read = readItem(value, protocol)
  if (read !== null) cache.set(one, read)
  return read
}

function readItem(item: Json, protocol: Protocol): KnownItem | null {
  const read = protocol.readItem(item, new Map())
  if (read === null) return null
  const messages = read.flatMap(piece => piece.messages)
  return {
    pieces: read.map(({ block, messages }) => ({
      block,
      role: messages[0]?.role ?? 'user',
      parts: messages.flatMap(digestsOf),
    })),
    calls: messages.flatMap(callsOf).map(({ callId, name }) => [callId, name] as const),
  }
}

/** What the pieces from one on say, each with the messages that it holds. */
export function messagesFrom(request: ClientRequest, from: number): readonly (readonly Message[])[] {
  const { bytes, protocol, items, calls, pieces, references, after } = request
  const first = pieces[from]?.item ?? items.length
  const names: CallNames = new Map([...(after?.calls ?? []), ...calls.slice(0, first).flat()])
  const read = items.slice(first).flatMap((item, at): readonly ItemPiece[] => {
    const referred = references.get(first + at)
    if (referred !== undefined) return [{ block: null, messages: [referred] }]
    return protocol.readItem(valueAt(bytes, item) as Json, names) ?? []
  })
  const skipped = pieces.slice(0, from).filter(({ item }) => item === first).length
  return read.slice(skipped).map(({ messages }) => messages)
}
