import { BoundedMap } from '../core/bounded-map.ts'
import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { type FitTask, isSentAsItIs } from '../engine/compaction/fit.ts'
import { type Engine, type Scope, scopeOf } from '../engine/engine.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import { readSnapshot, type Snapshot, snapshotOf } from '../engine/snapshot.ts'
import { createAnswerPlaces } from './answer-places.ts'
import { createAnsweredItems } from './answered-items.ts'
import { bodyOf } from './body-of.ts'
import { createBranchCache, isSameHead } from './branch-cache.ts'
import { beforeAnswer, type ClientWindows, createClientWindows } from './client-windows.ts'
import { currentState, isStoreFailure } from './current-state.ts'
import { entriesAhead } from './entries-ahead.ts'
import { deepestKnown, endsOf, findPlace, isUnmistakable, openingOf, type RequestPlace } from './find-place.ts'
import { fitRequest } from './fit-request.ts'
import { createItemCache } from './item-cache.ts'
import { createItemChain } from './item-chain.ts'
import { keepRestored } from './keep-restored.ts'
import { keptRequest, type OpenedRequest } from './kept-request.ts'
import { followUp, unlessRefused } from './let-in.ts'
import { newMessagesSteps } from './new-entries.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { openConversation } from './open-conversation.ts'
import { createOverheadCount } from './overhead.ts'
import { passedRequest } from './passed-request.ts'
import { isKnownAlready } from './read-request.ts'
import type { LookedRequest, RelayCall, RelayedRequest } from './relay-call.ts'
import { engineFor } from './relay-models.ts'
import { createRequestReader, type ReadCall } from './request-reader.ts'
import { type Member, scanSteps } from './scan-object.ts'
import { spliceView } from './splice-view.ts'
import { type StatusAhead, statusAhead, statusOfNew } from './status-ahead.ts'
import { standAt, storeMessages } from './store-request.ts'
import { createUnstoredRequests } from './unstored-requests.ts'
import { viewKey } from './view-key.ts'
import { warmUp } from './warm-up.ts'

export type Relay = {
  /** Takes a body apart, in steps; what came before is not read again. */
  scan(bytes: Uint8Array): Promise<readonly Member[] | null>
  /** Stores what a request says that is new, and makes it fit. */
  open(call: RelayCall): Promise<RelayedRequest>
  /** Passes a request on as it came, and keeps nothing. */
  pass(call: RelayCall, reason: string): RelayedRequest
  /** What would be sent, without storing or changing anything. */
  look(call: RelayCall): Promise<LookedRequest>
  /** H4.37 the same for a request that nobody has let in yet: as it came, without reading it, unless this process knows how it goes on. */
  glance(call: RelayCall): Promise<LookedRequest>
  /** H4.15 what was learnt of the windows that clients believe in. */
  readonly windows: Pick<ClientWindows, 'learnt' | 'forget'>
  /** Gets ready for the first request, when nothing else is to be done. */
  warmUp(): Promise<void>
}

export type RelayOptions = {
  /** The engine as it is set up now. */
  readonly engine: () => Engine
  /** Keys the names of what is stored, so that nobody can make them up. */
  readonly secret: string
  readonly titleOf: (text: string) => string | null
  /** H4.15 the windows of clients by how their names begin, in tokens. */
  readonly clientWindows?: Readonly<Record<string, number>>
  /** H4.12 whether what is asked once is kept as well. */
  readonly keepOnce?: boolean
}

/** What was learnt about a model; null is also something that is known. */
type Learnt = { readonly value: Json | null }

/** A request as it is passed on, and what becomes of it in the store. */
type Opened = Pick<OpenedRequest, 'task' | 'status' | 'snapshot' | 'stored'> & { readonly place: RequestPlace }

/** More messages than agents hold at once. */
const maxRemembered = 200_000

/** Relays requests of clients that keep their conversation themselves, and keeps it as well. */
export function createRelay(options: RelayOptions): Relay {
  const { engine: currentEngine, titleOf, keepOnce = false } = options
  const windows = createClientWindows(currentEngine, options.clientWindows)
  const cache = createItemCache()
  const chain = createItemChain()
  const inTurn = createOneAtATime()
  const countOverhead = createOverheadCount()
  const branches = createBranchCache(currentEngine().storage)
  // Which conversation a trail was stored in, as far as this process knows.
  const remembered = new BoundedMap<string>(maxRemembered)
  // What was learnt about a model, as it was read last.
  const learnt = new BoundedMap<Learnt>(1_000)
  // H4.13 the conversations whose provider wants thinking only behind what it was thought about: the part up to which it has refused some.
  const boundThinking = new BoundedMap<number>(10_000)

  const items = createAnsweredItems()
  const places = createAnswerPlaces()
  const unstored = createUnstoredRequests()
  // H4.17 the conversations whose provider no longer holds what it is thought to.
  const lostItems = new BoundedMap<true>(10_000)
  const reader = createRequestReader({
    ...{ cache, items, places, remembered, secret: options.secret, storeUnstored },
    storeOf: owner => branches.around(currentEngine().storage.as(owner), owner),
    settled: conversation => inTurn(conversation, async () => {}),
  })

  async function scopeFor({ call, request, store }: ReadCall, conversation: string): Promise<Scope> {
    const engine = currentEngine()
    const overhead = await countOverhead(request, engine)
    const client = { overhead, summariser: call.summariser, window: windows.of(call, conversation) }
    return { ...scopeOf(engineFor(engine, client), call.owner, conversation), store }
  }

  async function placeOf(found: ReadCall): Promise<RequestPlace> {
    const { request, trail, continues } = found
    if (continues !== null) return { conversation: continues.conversation, state: 'stored' }
    const last = request.pieces.findLast(({ from, to }) => to > from && remembered.get(trail[to - 1]!) !== undefined)
    if (last === undefined) return findPlace(found.asked, found)
    const opening = openingOf(request.parts)
    const isSure = isUnmistakable(request.parts.slice(opening, last.to), last.to - opening)
    return isSure
      ? { conversation: remembered.get(trail[last.to - 1]!)!, state: 'stored' }
      : findPlace(found.asked, found)
  }

  /** Stores what is new of a request. */
  async function store(scope: Scope, found: ReadCall, place: RequestPlace): Promise<void> {
    const { request, trail, call, counts } = found
    const ends = endsOf(request).map(end => [end, trail[end - 1]!] as const)
    const { head: left, model } = await scope.store.conversations.get(scope.conversation)
    // Another request may have stored more while this one waited.
    const held = ends.findLast(([, id]) => remembered.get(id) === scope.conversation)?.[0] ?? 0
    const later = ends.filter(([end]) => end > held)
    const known = Math.max(held, place.state === 'new' ? 0 : await deepestKnown(scope.store, scope.conversation, later))
    const added = await runSteps(newMessagesSteps(request, { from: known, trail }))
    const isBeginning = request.after === null && known <= openingOf(request.parts)
    if (isBeginning) windows.began(call, scope.conversation, beforeAnswer(added, known))
    if (added.length > 0) await storeMessages(scope, added, { after: known === 0 ? null : trail[known - 1]!, counts })
    else await standAt(scope, trail.at(-1)!)
    if (left.entry !== (known === 0 ? null : trail[known - 1]!)) await keepRestored(scope, left)
    if (known > 0) remembered.set(trail[known - 1]!, scope.conversation)
    for (const { id } of added) remembered.set(id, scope.conversation)
    if (model !== call.model) await scope.store.conversations.update(scope.conversation, { model: call.model })
  }

  /** H4.36 creates a conversation before anything is sent: what begins alike finds it. H4.11 unless another one was faster. */
  async function begin(found: ReadCall, place: RequestPlace): Promise<RequestPlace> {
    if (place.state === 'stored') return place
    const isMine = await openConversation(await scopeFor(found, place.conversation), { ...found, titleOf })
    return isMine ? place : begin(found, await findPlace(found.store, found))
  }

  async function openAt(found: ReadCall, place: RequestPlace): Promise<RelayedRequest> {
    const { call } = found
    const { letIn } = call
    const scope = await scopeFor(found, place.conversation)
    const task: FitTask = { scope, signal: call.signal, onStatus: () => {}, wait: 'never' }
    return inTurn(scope.conversation, async hold => {
      const isStored = place.state === 'stored'
      const goAhead = (status: StatusAhead, read: Snapshot | null) => {
        const stored = (call.mayStore ?? yieldToEventLoop()).then(() => store(scope, found, place))
        const snapshot = read ?? stored.then(() => readNow(scope))
        hold(stored)
        // Whoever comes next finds the branch in memory.
        hold(Promise.resolve(snapshot))
        followUp(scope, { read: stored.then(() => snapshot), letIn })
        return kept(found, { task, place, status, snapshot, stored })
      }
      const now = isStored ? (branches.current(scope.conversation, call.owner) ?? (await currentState(scope))) : null
      const atRest = isStored ? now && (await lookAtNotes(scope, found, now)) : await lookAtNew(scope, found)
      if (atRest !== null) return goAhead(atRest, null)
      const ahead = isStored ? ((await lookAhead(scope, found, now)) ?? (await readAhead(scope, found))) : null
      if (ahead !== null && isSentAsItIs(ahead)) return goAhead(async () => ahead.status, ahead)
      try {
        await store(scope, found, place)
        const read = await readSnapshot(scope)
        const isFitting = isSentAsItIs(read)
        if (isFitting) followUp(scope, { read: Promise.resolve(read), letIn })
        const snapshot = isFitting ? read : await unlessRefused(scope, letIn, () => fitRequest(task, read))
        noteLearnt(scope, snapshot)
        return kept(found, { task, place, status: async () => snapshot.status, snapshot, stored: Promise.resolve() })
      } catch (error) {
        // H4.24 what is due can wait as long as it fits.
        if (ahead?.fits && isStoreFailure(error)) return goAhead(async () => ahead.status, ahead)
        throw error
      }
    })
  }

  /** H4.31 how full the window will be, where that tells without reading the branch that the request goes on as it came. */
  async function lookAtNotes(scope: Scope, found: ReadCall, now: Conversation): Promise<StatusAhead | null> {
    if (boundThinking.get(scope.conversation) !== undefined) return null
    // H4.17 its provider holds another view than one with nothing folded.
    if ((found.request.after?.view ?? '') !== '') return null
    return statusAhead(scope.engine, { ...found, model: found.call.model }, now)
  }

  /** H4.36 the same for a conversation that the request begins. */
  async function lookAtNew(scope: Scope, found: ReadCall): Promise<StatusAhead | null> {
    const { owner, model } = found.call
    const known = learnt.get(`${owner} ${model}`) ?? { value: await scope.store.calibrations.get(model) }
    return statusOfNew(scope.engine, { ...found, model }, known.value)
  }

  /** What the conversation will be when the request is stored, without waiting for that; null where memory does not know. */
  async function lookAhead(scope: Scope, found: ReadCall, now: Conversation | null): Promise<Snapshot | null> {
    const { call, counts } = found
    const held = branches.held(scope.conversation, call.owner)
    const known = learnt.get(`${call.owner} ${call.model}`)
    if (held === null || known === undefined) return null
    const conversation = now ?? held.conversation
    if (!isSameHead(conversation, held.conversation) || conversation.model !== call.model) return null
    const ahead = await entriesAhead(scope.engine, found, { held, counts })
    return ahead && snapshotOf(scope.engine, { ...ahead, conversation, learnt: known.value })
  }

  /** The same after the branch was read, where memory did not have it. */
  async function readAhead(scope: Scope, found: ReadCall): Promise<Snapshot | null> {
    if (branches.held(scope.conversation, found.call.owner) !== null) return null
    await readNow(scope)
    return lookAhead(scope, found, null)
  }

  const noteLearnt = ({ owner }: Scope, { chatModel, reading }: Snapshot) =>
    learnt.set(`${owner} ${chatModel.name}`, { value: reading.learnt })

  async function readNow(scope: Scope): Promise<Snapshot> {
    const now = await readSnapshot(scope)
    noteLearnt(scope, now)
    return now
  }

  async function open(call: RelayCall): Promise<RelayedRequest> {
    const found = await reader.read(call, keepOnce ? 'once' : 'begun')
    if ('leftAlone' in found) return passed(call, found.leftAlone)
    try {
      return await openAt(found, await begin(found, await placeOf(found)))
    } catch (error) {
      if (!(error instanceof LonghandError) || error.code !== 'not-found') throw error
      // A person has deleted the conversation: what its client goes on with is another one.
      if (found.continues !== null) return passed(call, call.protocol.continuation!.reason)
      return openAt(found, await begin(found, { conversation: currentEngine().newId(), state: 'new' }))
    }
  }

  /** H4.17 what was passed on without being stored is stored when another request goes on from its answer. */
  async function storeUnstored(owner: string, id: string): Promise<void> {
    await unstored.take(owner, id, async ({ call, answer }) => {
      const found = await reader.read(call, 'once')
      if ('leftAlone' in found) return
      const relayed = await openAt(found, await begin(found, await placeOf(found)))
      await relayed.stored
      await relayed.answered({ ...answer, complete: true })
    })
  }

  function kept(found: ReadCall, { task, place, ...opened }: Opened): RelayedRequest {
    const { scope } = task
    return keptRequest(
      { ...found, ...opened, task },
      {
        ...{ inTurn, windows, boundThinking, lostItems, items, places, unstored },
        store: () => store(scope, found, place),
        onStored: id => remembered.set(id, scope.conversation),
        onRead: now => noteLearnt(scope, now),
      },
    )
  }

  const passed = (call: RelayCall, reason: string) => passedRequest(call, reason, { windows, items, unstored })

  const asItCame = (call: RelayCall): LookedRequest => ({ body: bodyOf(call, null), view: null })

  async function look(call: RelayCall): Promise<LookedRequest> {
    const found = await reader.read(call, 'begun')
    if ('leftAlone' in found) return asItCame(call)
    const place = await placeOf(found)
    if (place.state === 'new') return asItCame(call)
    const now = await readSnapshot(await scopeFor(found, place.conversation))
    const newest = now.branch.findLast(({ type }) => type === 'message')
    const isHere = newest !== undefined && found.trail.includes(newest.id)
    const edit = isHere ? spliceView(found.request, found.trail, now) : null
    return edit === null ? asItCame(call) : { body: bodyOf(call, edit), view: viewKey(now) }
  }

  const glance = async (call: RelayCall) => (isKnownAlready(call, cache) ? look(call) : asItCame(call))

  const scan = (bytes: Uint8Array) => runSteps(scanSteps(bytes, chain))

  return { scan, open, pass: passed, look, glance, windows, warmUp: () => warmUp(look) }
}
