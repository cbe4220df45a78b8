import { BoundedMap } from '../core/bounded-map.ts'
import type { Role } from '../core/message.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import { hashOf } from './hash-of.ts'
import type { KnownBytes } from './item-chain.ts'
import type { PartDigest } from './part-digest.ts'
import type { Protocol } from './protocol.ts'
import type { Item } from './scan-object.ts'

/** What an item of a request says, as far as one has to know. */
export type KnownItem = {
  readonly pieces: readonly {
    readonly block: number | null
    readonly role: Role
    readonly parts: readonly PartDigest[]
  }[]
  /** The calls that it holds. */
  readonly calls: readonly NamedCall[]
}

export type NamedCall = readonly [id: string, name: string]

/** An item of a request. */
export type RequestItem = {
  readonly protocol: Protocol['name']
  /** Of the whole request. */
  readonly bytes: Uint8Array
  readonly item: Item
}

/** What is known of items that came before, so that they are not parsed again. */
export type ItemCache = {
  get(one: RequestItem): KnownItem | undefined
  set(one: RequestItem, value: KnownItem): void
  /** Makes what came in by now known wherever else it comes again. Happens by itself when nobody waits. */
  settle(): Promise<void>
}

/** Some tens of megabytes, and more messages than agents hold at once. */
const maxItems = 50_000

/** What is held of an item: its pieces, and the parts of each. */
const sizeOf = ({ pieces }: KnownItem): number => pieces.reduce((sum, { parts }) => sum + 1 + parts.length, 0)

/** Whether knowing what an item says takes little more than its bytes, which are held as long: it may have very many parts. */
const isLight = (value: KnownItem, { from, to }: Item): boolean => sizeOf(value) * perPart <= to - from + perItem

/** Bytes that are held of a part, and of an item however short. */
const [perPart, perItem] = [300, 3_000]

/**
 * Items are known by what stands for their bytes in the same place of the last request, and by a hash of them anywhere else.
 * To hash a long request takes as long as to parse it, so it is done after the request has gone on; until then an item
 * that looks like none before is taken for new.
 */
export function createItemCache(): ItemCache {
  const here = new Map(protocolNames.map(name => [name, new WeakMap<KnownBytes, KnownItem>()]))
  const anywhere = new BoundedMap<KnownItem>(maxItems, { of: sizeOf, most: 4 * maxItems })
  const looks = new BoundedMap<true, number>(maxItems)
  let waiting: (readonly [RequestItem, KnownItem])[] = []

  async function settle(): Promise<void> {
    const added = waiting
    waiting = []
    let size = 0
    for (const [one, value] of added) {
      anywhere.set(keyOf(one), value)
      looks.set(lookOf(one), true)
      size += one.item.to - one.item.from + bytesPerItem
      if (size < maxAtOnce) continue
      size = 0
      await yieldToEventLoop()
    }
  }

  return {
    get(one) {
      const { known } = one.item
      const same = here.get(one.protocol)!
      const before = known && same.get(known)
      if (before !== undefined || looks.get(lookOf(one)) === undefined) return before
      const found = anywhere.get(keyOf(one))
      if (found !== undefined && known !== undefined && isLight(found, one.item)) same.set(known, found)
      return found
    },
    set(one, value) {
      const { known } = one.item
      if (known !== undefined && isLight(value, one.item)) here.get(one.protocol)!.set(known, value)
      if (waiting.length === 0) setTimeout(settle, settleMs).unref()
      waiting.push([one, value])
    },
    settle,
  }
}

/** The length of an item and a few of its bytes, in a number: notes of one program are often as long as each other. */
function lookOf({ bytes, item: { from, to } }: RequestItem): number {
  const step = Math.max(1, Math.floor((to - from) / glances))
  let mixed = to - from
  // FNV-1a. Items that look alike by chance are only hashed once more.
  for (let at = from; at < to; at += step) mixed = Math.imul(mixed ^ bytes[at]!, 0x01000193)
  return (to - from) * 2 ** 32 + (mixed >>> 0)
}

const glances = 24

function keyOf({ protocol, bytes, item: { from, to, known } }: RequestItem): string {
  const own = bytes.subarray(from, to)
  return `${protocol} ${known?.hash(own) ?? hashOf(own)}`
}

const protocolNames: readonly Protocol['name'][] = ['anthropic', 'openai-chat', 'openai-responses']

/** By then the request has gone on, and its provider has begun to read it. */
const settleMs = 100

/** Bytes that are hashed in a millisecond or two. */
const maxAtOnce = 500_000

/** To remember an item takes as long as to hash so many bytes. */
const bytesPerItem = 500
