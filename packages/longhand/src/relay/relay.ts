import { LonghandError } from '../core/errors.ts'
import type { WindowStatus } from '../core/window.ts'
import { type FitTask, fitView, prepare, smallerViews } from '../engine/compaction/fit.ts'
import { type Engine, type Scope, scopeOf } from '../engine/engine.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'
import { learnFromUsage } from '../engine/turn/learn-from-usage.ts'
import { BoundedMap } from './bounded-map.ts'
import { createBranchCache } from './branch-cache.ts'
import { type Edit, editBytes, encode } from './edit-bytes.ts'
import {
  deepestKnown,
  endsOf,
  findPlace,
  isUnmistakable,
  openingOf,
  type RequestPlace,
  type RequestTrail,
} from './find-place.ts'
import { hintOf } from './hint.ts'
import { keepRestored } from './keep-restored.ts'
import { newMessages } from './new-entries.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { openConversation } from './open-conversation.ts'
import { createOverheadCount } from './overhead.ts'
import { digestsOf } from './part-digest.ts'
import type { HeardAnswer } from './protocol.ts'
import { createItemCache, type RequestBytes, readRequest, smallMembers } from './read-request.ts'
import { engineFor } from './relay-models.ts'
import { spliceView } from './splice-view.ts'
import { standAt, storeAnswer, storeMessages } from './store-request.ts'
import { trailOf, trailRoot } from './trail.ts'

/** A request of a client that is to be passed on. */
export type RelayCall = RequestBytes & {
  readonly owner: string
  /** The model that is asked, as the engine knows it. */
  readonly model: string
  /** Its name at the provider, where the client calls it something else. */
  readonly rename: string | null
  /** The program that asks, as it calls itself. */
  readonly client: string
  readonly header: (name: string) => string | null
  /** Who writes summaries where the server has nobody for it. */
  readonly summariser: Summariser | null
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** What is sent in place of a request, and what became of its conversation. */
export type RelayedRequest = {
  /** The body to send: the very bytes of the client where nothing is folded. */
  readonly body: readonly Uint8Array[]
  readonly state: RelayState
  /** What to send instead after the provider has refused it as too long; null when nothing helps. */
  readonly smaller: (limit: number | null) => Promise<readonly Uint8Array[] | null>
  /** What to send instead after the provider has refused thinking from before a compaction; null when there is none. */
  readonly withoutOldThinking: () => readonly Uint8Array[] | null
  /** Stores what the provider answered, and prepares what will be needed next. */
  readonly answered: (answer: HeardAnswer & { readonly complete: boolean }) => Promise<void>
}

export type RelayState =
  /** Passed on as it came, and not kept, for a reason in a word. */
  | { readonly type: 'passed'; readonly reason: string }
  | {
      readonly type: 'kept'
      readonly conversation: string
      readonly status: WindowStatus
      /** The compaction in force; null while nothing is folded. */
      readonly compaction: { readonly version: number; readonly folded: number } | null
    }

export type Relay = {
  /** Stores what a request says that is new, and makes it fit. */
  open(call: RelayCall): Promise<RelayedRequest>
  /** Passes a request on as it came, and keeps nothing. */
  pass(call: RelayCall, reason: string): RelayedRequest
  /** The body that would be sent, without storing or changing anything. */
  look(call: RelayCall): Promise<readonly Uint8Array[]>
}

export type RelayOptions = {
  /** The engine as it is set up now. */
  readonly engine: () => Engine
  /** Keys the names of what is stored, so that nobody can make them up. */
  readonly secret: string
  readonly titleOf: (text: string) => string | null
}

/** More messages than agents hold at once. */
const maxRemembered = 200_000

/** Relays requests of clients that keep their conversation themselves, and keeps it as well. */
export function createRelay({ engine: currentEngine, secret, titleOf }: RelayOptions): Relay {
  const cache = createItemCache()
  const inTurn = createOneAtATime()
  const countOverhead = createOverheadCount()
  const withHeldBranches = createBranchCache()
  // Which conversation a trail was stored in, as far as this process knows.
  const remembered = new BoundedMap<string>(maxRemembered)
  // H4.13 the conversations whose provider wants thinking only behind what it was thought about.
  const unbound = new BoundedMap<true>(10_000)

  type Read = RequestTrail & { readonly call: RelayCall }

  function read(call: RelayCall): Read | { readonly leftAlone: string } {
    const request = readRequest(call, cache)
    if ('leftAlone' in request) return request
    // H4.12 what is asked once is not kept: whoever goes on sends it again.
    if (request.parts.every(({ role }) => role === 'user')) return { leftAlone: 'first-request' }
    const trail = trailOf(trailRoot(secret, call.owner), request.parts)
    return { call, request, trail, hint: hintOf(call.header, smallMembers(call.bytes, request.members)) }
  }

  function scopeFor({ call, request }: Read, conversation: string): Scope {
    const engine = currentEngine()
    const overhead = countOverhead(request, engine.meter)
    const scope = scopeOf(engineFor(engine, { overhead, summariser: call.summariser }), call.owner, conversation)
    return { ...scope, store: withHeldBranches(scope.store) }
  }

  async function placeOf(found: Read): Promise<RequestPlace> {
    const { request, trail, call } = found
    for (const end of endsOf(request).toReversed()) {
      const conversation = remembered.get(trail[end - 1]!)
      if (conversation === undefined) continue
      const opening = openingOf(request.parts)
      const isSure = isUnmistakable(request.parts.slice(opening, end), end - opening)
      if (isSure) return { conversation, state: 'stored' }
      break
    }
    return findPlace(currentEngine().storage.as(call.owner), found)
  }

  /** Stores what is new of a request. */
  async function store(scope: Scope, found: Read, place: RequestPlace): Promise<void> {
    const { request, trail, call, hint } = found
    const ends = endsOf(request).map(end => [end, trail[end - 1]!] as const)
    if (place.state === 'new') await openConversation(scope, { call, hint, request, titleOf })
    const { head: left } = await scope.store.conversations.get(scope.conversation)
    // Another request may have stored more while this one waited.
    const held = ends.findLast(([, id]) => remembered.get(id) === scope.conversation)?.[0] ?? 0
    const later = ends.filter(([end]) => end > held)
    const known = Math.max(held, place.state === 'new' ? 0 : await deepestKnown(scope.store, scope.conversation, later))
    const added = newMessages(request, { from: known, trail })
    if (added.length > 0) await storeMessages(scope, added, known === 0 ? null : trail[known - 1]!)
    else await standAt(scope, trail.at(-1)!)
    if (left.entry !== (known === 0 ? null : trail[known - 1]!)) await keepRestored(scope, left)
    if (known > 0) remembered.set(trail[known - 1]!, scope.conversation)
    for (const { id } of added) remembered.set(id, scope.conversation)
  }

  async function openAt(found: Read, place: RequestPlace): Promise<RelayedRequest> {
    const { call } = found
    const scope = scopeFor(found, place.conversation)
    const task: FitTask = { scope, signal: call.signal, onStatus: () => {}, wait: 'never' }
    return inTurn(scope.conversation, async () => {
      await store(scope, found, place)
      const before = await readSnapshot(scope)
      const isSame = before.conversation.model === call.model
      if (!isSame) await scope.store.conversations.update(scope.conversation, { model: call.model })
      const snapshot = await fitted(task, isSame ? before : await readSnapshot(scope))
      return kept(found, task, snapshot)
    })
  }

  async function open(call: RelayCall): Promise<RelayedRequest> {
    const found = read(call)
    if ('leftAlone' in found) return passed(call, found.leftAlone)
    try {
      return await openAt(found, await placeOf(found))
    } catch (error) {
      if (!(error instanceof LonghandError) || error.code !== 'not-found') throw error
      // A person has deleted the conversation: what its client goes on with is another one.
      return openAt(found, { conversation: currentEngine().newId(), state: 'new' })
    }
  }

  function kept(found: Read, task: FitTask, snapshot: Snapshot): RelayedRequest {
    const { scope } = task
    const last = found.trail.at(-1)!
    const bodyAt = (now: Snapshot) => {
      const oldThinking = unbound.get(scope.conversation) ? ('left-out' as const) : ('kept' as const)
      return bodyOf(found.call, spliceView(found.request, found.trail, { ...now, oldThinking }))
    }
    let sent = snapshot
    let smaller: AsyncGenerator<Snapshot> | null = null
    return {
      body: bodyAt(snapshot),
      state: stateOf(scope.conversation, snapshot),
      smaller: limit =>
        inTurn(scope.conversation, async () => {
          smaller ??= smallerViews(task, sent, limit)
          const next = await smaller.next().catch(nothingHelps)
          if (next === null || next.done) return null
          sent = next.value
          return bodyAt(sent)
        }),
      withoutOldThinking() {
        if (sent.layout.folds.length === 0 || unbound.get(scope.conversation)) return null
        unbound.set(scope.conversation, true)
        return bodyAt(sent)
      },
      answered: answer =>
        inTurn(scope.conversation, async () => {
          const { message, usage, complete } = answer
          const own = digestsOf(message)
          const id = trailOf(last, own).at(-1)
          if (id === undefined) return
          const about = {
            model: sent.chatModel.name,
            compaction: sent.conversation.head.compaction,
            ...(usage !== null && complete ? { usage } : {}),
            ...(complete ? {} : ({ ending: 'interrupted' } as const)),
          }
          await storeAnswer(scope, { id, message }, { after: last, about })
          remembered.set(id, scope.conversation)
          if (usage !== null && complete && usage.input > 0) await learnFromUsage(scope, sent, usage)
          const now = await readSnapshot(scope)
          scope.engine.onEvent({
            ...{ owner: scope.owner, conversation: scope.conversation },
            type: 'status',
            status: now.status,
          })
          await scope.store.conversations.note(scope.conversation, now.status)
          await prepare(scope, now)
        }),
    }
  }

  return {
    open,
    pass: passed,
    async look(call) {
      const found = read(call)
      if ('leftAlone' in found) return bodyOf(call, null)
      const place = await placeOf(found)
      if (place.state === 'new') return bodyOf(call, null)
      const scope = scopeFor(found, place.conversation)
      const now = await readSnapshot(scope)
      const newest = now.branch.findLast(({ type }) => type === 'message')
      const isHere = newest !== undefined && found.trail.includes(newest.id)
      return bodyOf(call, isHere ? spliceView(found.request, found.trail, now) : null)
    },
  }
}

/** The body of a request with its conversation as it is now; the client's own bytes where that changes nothing. */
function bodyOf({ bytes, members, rename }: RelayCall, conversation: Edit | null): readonly Uint8Array[] {
  const model = rename === null ? undefined : members?.find(({ key }) => key === 'model')
  const renamed: readonly Edit[] =
    model === undefined ? [] : [{ slice: model.value, bytes: [encode(JSON.stringify(rename))] }]
  const edits = conversation === null ? renamed : [...renamed, conversation]
  return edits.length === 0 ? [bytes] : editBytes(bytes, edits)
}

const passed = (call: RelayCall, reason: string): RelayedRequest => ({
  body: bodyOf(call, null),
  state: { type: 'passed', reason },
  smaller: async () => null,
  withoutOldThinking: () => null,
  answered: async () => {},
})

/** What cannot be made to fit is sent all the same: the provider has the last word about its window. */
async function fitted(task: FitTask, snapshot: Snapshot): Promise<Snapshot> {
  try {
    return await fitView(task, snapshot)
  } catch (error) {
    nothingHelps(error)
    return readSnapshot(task.scope)
  }
}

function nothingHelps(error: unknown): null {
  if (error instanceof LonghandError && error.code === 'does-not-fit') return null
  throw error
}

function stateOf(conversation: string, { status, layout: { current } }: Snapshot): RelayState {
  const folded = current?.folds.reduce((sum, { span }) => sum + span.to - span.from + 1, 0) ?? 0
  const compaction = current === null ? null : { version: current.version, folded }
  return { type: 'kept', conversation, status, compaction }
}
