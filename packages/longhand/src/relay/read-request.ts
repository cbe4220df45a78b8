import { hash } from 'node:crypto'
import { BoundedMap } from '../core/bounded-map.ts'
import type { Json } from '../core/json.ts'
import { callsOf, type Message, type Role } from '../core/message.ts'
import type { CallNames } from '../wire/format-reader.ts'
import type { JsonObject } from '../wire/json-object.ts'
import type { KnownBytes } from './item-chain.ts'
import { digestsOf, type PartDigest } from './part-digest.ts'
import type { Protocol } from './protocol.ts'
import { type Item, type Member, type Slice, valueAt } from './scan-object.ts'

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
}

/** What can be left out of a request by itself: an item, or a block of one. It holds the parts from `from` up to `to`. */
export type Piece = {
  readonly index: number
  readonly item: number
  readonly block: number | null
  readonly role: Role
  readonly from: number
  readonly to: number
}

/** What is known of items that came before: by what stands for their bytes, and by the hash of those. */
export type ItemCache = {
  readonly here: ReadonlyMap<string, WeakMap<KnownBytes, KnownItem>>
  readonly anywhere: BoundedMap<KnownItem>
}

type KnownItem = {
  readonly pieces: readonly {
    readonly block: number | null
    readonly role: Role
    readonly parts: readonly PartDigest[]
  }[]
  readonly calls: readonly NamedCall[]
}

type NamedCall = readonly [id: string, name: string]

/** Some tens of megabytes, and more messages than agents hold at once. */
export const createItemCache = (): ItemCache => ({
  here: new Map(protocolNames.map(name => [name, new WeakMap()])),
  anywhere: new BoundedMap(50_000),
})

const protocolNames: readonly Protocol['name'][] = ['anthropic', 'openai-chat', 'openai-responses']

/** Why a request is passed on as it came, in a word. */
export type LeftAlone = { readonly leftAlone: string }

/** A request that was scanned; without members when it is nothing that can be taken apart. */
export type RequestBytes = {
  readonly bytes: Uint8Array
  readonly members: readonly Member[] | null
  readonly protocol: Protocol
}

/** Reads a request; what came before is known by its bytes and not parsed again. */
export function readRequest({ bytes, members, protocol }: RequestBytes, cache: ItemCache): ClientRequest | LeftAlone {
  const list = members?.find(({ key }) => key === protocol.list)
  if (members === null || list?.items == null) return { leftAlone: 'unread' }
  const leftAlone = protocol.leftAlone(smallMembers(bytes, members))
  if (leftAlone !== null) return { leftAlone }
  const pieces: Piece[] = []
  const calls: (readonly NamedCall[])[] = []
  const parts: PartDigest[] = []
  for (const [item, slice] of list.items.entries()) {
    const known = knownItem(bytes, slice, { protocol, cache })
    if (known === null) return { leftAlone: 'unread' }
    calls.push(known.calls)
    for (const { block, role, parts: own } of known.pieces) {
      pieces.push({ index: pieces.length, item, block, role, from: parts.length, to: parts.length + own.length })
      parts.push(...own)
    }
  }
  return { bytes, protocol, members, list: list.value, items: list.items, calls, pieces, parts }
}

/** The members that are short: what a request says about itself. */
export function smallMembers(bytes: Uint8Array, members: readonly Member[]): JsonObject {
  const small = members.filter(({ value, items }) => items === null && value.to - value.from < maxSmall)
  return Object.fromEntries(small.map(({ key, value }) => [key, valueAt(bytes, value) as Json]))
}

const maxSmall = 2_000

type Reading = { readonly protocol: Protocol; readonly cache: ItemCache }

function knownItem(bytes: Uint8Array, item: Item, { protocol, cache }: Reading): KnownItem | null {
  const here = cache.here.get(protocol.name)!
  const before = item.known === undefined ? undefined : here.get(item.known)
  if (before !== undefined) return before
  const own = bytes.subarray(item.from, item.to)
  const key = `${protocol.name} ${item.known?.hash() ?? hash('sha256', own, 'base64url')}`
  const known = cache.anywhere.get(key) ?? readItem(own, protocol)
  if (known === null) return null
  cache.anywhere.set(key, known)
  if (item.known !== undefined) here.set(item.known, known)
  return known
}

function readItem(bytes: Uint8Array, protocol: Protocol): KnownItem | null {
  const read = protocol.readItem(valueAt(bytes, { from: 0, to: bytes.length }) as Json, new Map())
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
  const { bytes, protocol, items, calls, pieces } = request
  const first = pieces[from]?.item ?? items.length
  const names: CallNames = new Map(calls.slice(0, first).flat())
  const read = items.slice(first).flatMap(item => protocol.readItem(valueAt(bytes, item) as Json, names) ?? [])
  const skipped = pieces.slice(0, from).filter(({ item }) => item === first).length
  return read.slice(skipped).map(({ messages }) => messages)
}
