import { setImmediate } from 'node:timers/promises'
import type { BoundedMap } from '../core/bounded-map.ts'
import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { callsOf } from '../core/message.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import type { Store } from '../engine/ports/store.ts'
import type { StoredEntry } from '../engine/ports/store-entries.ts'
import type { AnswerPlace, AnswerPlaces } from './answer-places.ts'
import type { AnsweredItems } from './answered-items.ts'
import { askedStore } from './asked-store.ts'
import { conversationFor, openingsOf, type RequestTrail } from './find-place.ts'
import { hintOf } from './hint.ts'
import type { ItemCache } from './item-cache.ts'
import type { ProviderState } from './protocol.ts'
import {
  type AnswerBefore,
  isKnownAlready,
  type LeftAlone,
  type RequestBytes,
  readRequestSteps,
  smallMembers,
} from './read-request.ts'
import type { RelayCall } from './relay-call.ts'
import { valueAt } from './scan-object.ts'
import { createTrailRoots, createTrails, trailSteps } from './trail.ts'

/** A request that was read, and what it is known by. */
export type ReadCall = RequestTrail & {
  readonly call: RelayCall
  readonly store: Store
  /** Asked for the conversation already: only to find its place, for by the time it is used it may have changed. */
  readonly asked: Store
  readonly counts: Map<string, number>
  /** H4.17 where the answer is that it names; null where its place is to be found. */
  readonly continues: AnswerPlace | null
}

export type ReaderOptions = {
  readonly cache: ItemCache
  readonly items: AnsweredItems
  readonly places: AnswerPlaces
  /** Which conversation a trail was stored in, as far as this process knows. */
  readonly remembered: BoundedMap<string>
  readonly storeOf: (owner: string) => Store
  /** Waits for what is under way in a conversation. */
  readonly settled: (conversation: string) => Promise<void>
  /** Stores the request that led to the answer with this id, if it was passed on without that. */
  readonly storeUnstored: (owner: string, id: string) => Promise<void>
  readonly secret: string
}

/** Where items may be found that a request only names. */
type Referring = {
  readonly store: Store
  readonly after: AnswerBefore | null
  readonly candidates: () => Promise<readonly string[]>
}

export type RequestReader = {
  /** Reads a request; `once`: also one that nothing goes before. */
  read(call: RelayCall, extent: 'begun' | 'once'): Promise<ReadCall | LeftAlone>
}

export function createRequestReader(options: ReaderOptions): RequestReader {
  const { cache, items, places, remembered, storeOf, settled, storeUnstored } = options
  const trails = createTrails()
  const rootOf = createTrailRoots(options.secret)

  async function read(call: RelayCall, extent: 'begun' | 'once'): Promise<ReadCall | LeftAlone> {
    const { previous } = providerStateOf(call)
    if (previous !== null) return readContinuation(call, previous)
    const store = storeOf(call.owner)
    const early = await openingOfNew(call)
    const asked = early === null ? store : askedStore(store, conversationFor(early, null))
    // Yield, so that the query is sent before the request is parsed.
    if (early !== null) await setImmediate()
    const request = await readReferring(call, { store: asked, after: null, candidates: () => beginningsOf(call) })
    if ('leftAlone' in request) return request
    // H4.12 what is asked once is not kept: whoever goes on sends it again. What says nothing has nothing to be known by.
    const isOnce = request.parts.every(({ role }) => role === 'user')
    if (request.parts.length === 0 || (isOnce && extent === 'begun')) return { leftAlone: 'first-request' }
    const trail = await runSteps(trails(rootOf(call.owner), request.parts))
    const hint = hintIn(call)
    return { call, request, trail, hint, store, asked, counts: new Map(), continues: null }
  }

  /** Reads a request in which ids may stand for items of answers. */
  async function readReferring(call: RelayCall, { store, after, candidates }: Referring) {
    const { owner } = call
    const findItem = (id: string) => items.find(owner, id)
    const read = () => runSteps(readRequestSteps(call, { cache, findItem, after }))
    const request = await read()
    if (!('leftAlone' in request) || request.leftAlone !== 'reference') return request
    // Maybe another process has heard the answers.
    await items.learn({
      store,
      owner,
      candidates: await candidates(),
      isEnough: async () => !('leftAlone' in (await read())),
    })
    return read()
  }

  /** The conversations that begin as a request does. */
  async function beginningsOf(call: RelayCall): Promise<readonly string[]> {
    const opening = await runSteps(readRequestSteps(call, { cache, extent: 'opening' }))
    if ('leftAlone' in opening) return []
    const trail = await runSteps(trailSteps(rootOf(call.owner), opening.parts))
    const begins = openingsOf(opening).map(end => trail[end - 1]!)
    return begins.flatMap(begin => [null, hintIn(call)].map(hint => conversationFor(begin, hint)))
  }

  /** H4.17 a request that holds only what came after an answer. */
  async function readContinuation(call: RelayCall, previous: string): Promise<ReadCall | LeftAlone> {
    const { owner } = call
    const store = storeOf(owner)
    const unknown = { leftAlone: call.protocol.continuation!.reason }
    const place = await placeOf(store, { owner, id: previous })
    const after = place && (await answerAt(store, place))
    if (place === null || after === null || after.system === null) return unknown
    const candidates = async () => [place.conversation]
    const request = await readReferring(call, { store, after, candidates })
    if ('leftAlone' in request) return request
    const trail = [after.entry, ...(await runSteps(trailSteps(after.entry, request.parts.slice(1))))]
    return { call, request, trail, hint: '', store, asked: store, counts: new Map(), continues: place }
  }

  async function placeOf(store: Store, answer: { readonly owner: string; readonly id: string }) {
    await storeUnstored(answer.owner, answer.id)
    return places.find(store, answer)
  }

  /** The answer as it is stored, or will be in a moment; null where it is no more. */
  async function answerAt(store: Store, { conversation, entry, ...held }: AnswerPlace): Promise<AnswerBefore | null> {
    await settled(conversation)
    const [found] = await store.entries.find(conversation, [entry]).catch(noneIfDeleted)
    if (found?.entry.type !== 'message') return null
    return { ...held, entry, calls: callsOf(found.entry.message).map(({ callId, name }) => [callId, name] as const) }
  }

  /** H4.32 a conversation that is new to this process is asked for by its opening, while the rest of the request is read. */
  async function openingOfNew(call: RelayCall): Promise<string | null> {
    if (isKnownAlready(call, cache)) return null
    const request = await runSteps(readRequestSteps(call, { cache, extent: 'opening' }))
    if ('leftAlone' in request || request.parts.every(({ role }) => role === 'user')) return null
    const [end = 0] = openingsOf(request)
    const opening = (await runSteps(trailSteps(rootOf(call.owner), request.parts.slice(0, end)))).at(-1)
    return opening === undefined || remembered.get(opening) !== undefined ? null : opening
  }

  return { read }
}

function noneIfDeleted(error: unknown): readonly StoredEntry[] {
  if (error instanceof LonghandError && error.code === 'not-found') return []
  throw error
}

/** However long the name of an answer is: a request that has one is not all of its conversation. */
export function providerStateOf({ bytes, members, protocol }: RequestBytes): ProviderState {
  const named = members?.filter(({ key }) => key === protocol.continuation?.member) ?? []
  const names = named.map(({ key, value }) => [key, valueAt(bytes, value) as Json] as const)
  return protocol.providerState({ ...smallMembers(bytes, members ?? []), ...Object.fromEntries(names) })
}

const hintIn = ({ header, bytes, members }: RelayCall): string => hintOf(header, smallMembers(bytes, members ?? []))
