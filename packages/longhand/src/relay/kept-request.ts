import type { BoundedMap } from '../core/bounded-map.ts'
import { emitStatus, type FitTask, prepare, smallerViews } from '../engine/compaction/fit.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'
import { learnFromUsage } from '../engine/turn/learn-from-usage.ts'
import type { AnswerPlaces } from './answer-places.ts'
import type { AnsweredItems } from './answered-items.ts'
import { bodyOf } from './body-of.ts'
import type { ClientWindows } from './client-windows.ts'
import { nothingHelps } from './fit-request.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { digestsOf } from './part-digest.ts'
import { type ClientRequest, smallMembers } from './read-request.ts'
import type { RelayCall, RelayedRequest } from './relay-call.ts'
import { sizeOf, stateOf } from './relayed-state.ts'
import { spliceView } from './splice-view.ts'
import type { StatusAhead } from './status-ahead.ts'
import { storeAnswer } from './store-request.ts'
import { systemUpTo } from './system-up-to.ts'
import { trailOf } from './trail.ts'
import type { UnstoredRequests } from './unstored-requests.ts'
import { viewKey } from './view-key.ts'

/** A request that was found its place, as it is passed on. */
export type OpenedRequest = {
  readonly call: RelayCall
  readonly request: ClientRequest
  readonly trail: readonly string[]
  readonly task: FitTask
  readonly status: StatusAhead
  /** What is sent; a promise where that is known to be what came before its branch is read. */
  readonly snapshot: Snapshot | Promise<Snapshot>
  readonly stored: Promise<void>
}

/** What a relay does for the requests that it keeps, and remembers of them. */
export type Keeping = {
  readonly inTurn: OneAtATime
  readonly windows: ClientWindows
  /** H4.13 the part up to which a provider has refused thinking, by conversation. */
  readonly boundThinking: BoundedMap<number>
  /** H4.17 the conversations whose provider no longer holds what it was thought to. */
  readonly lostItems: BoundedMap<true>
  readonly items: AnsweredItems
  readonly places: AnswerPlaces
  readonly unstored: UnstoredRequests
  /** Stores what is new of the request. */
  readonly store: () => Promise<void>
  readonly onStored: (entry: string) => void
  readonly onRead: (snapshot: Snapshot) => void
}

/** What is sent in place of a request that is kept, and what is done with its answer. */
export function keptRequest(opened: OpenedRequest, keeping: Keeping): RelayedRequest {
  const { call, request, trail, status, stored, task } = opened
  const { inTurn, windows, boundThinking, lostItems, items, places, unstored, store, onStored, onRead } = keeping
  const { scope } = task
  const last = trail.at(-1)!
  const { continuation, providerState } = call.protocol
  const editAt = (now: Snapshot) => {
    const thoughtFrom = boundThinking.get(scope.conversation)
    const lost = lostItems.get(scope.conversation) === undefined ? {} : ({ names: 'none' } as const)
    return spliceView(request, trail, { ...now, ...lost, ...(thoughtFrom === undefined ? {} : { thoughtFrom }) })
  }
  const bodyAt = (now: Snapshot) => bodyOf(call, editAt(now))
  // H4.17 its provider holds another view by now, and only the client has all that was said.
  const isOutdated = (now: Snapshot) =>
    request.after !== null && continuation?.outdated === 'resend' && editAt(now) !== null
  const insteadAt = (now: Snapshot) => (isOutdated(now) ? 'resend' : bodyAt(now))
  const known = opened.snapshot instanceof Promise ? null : opened.snapshot
  let sent: Snapshot | null = known
  // What the body was made of: null for the client's own, sent without reading anything because nothing is folded.
  let viewed: Snapshot | null = known
  const sentNow = async (): Promise<Snapshot> => {
    sent ??= await Promise.resolve(opened.snapshot).catch(() => readSnapshot(scope))
    return sent
  }
  const viewOfAnswer = (): string => {
    if (call.answeredUnder === undefined) return viewed === null ? '' : viewKey(viewed)
    return call.answeredUnder ?? request.after?.view ?? ''
  }
  /** What a provider reports of another view than the one in force tells nothing of this one. */
  const isOfView = async () => call.answeredUnder === undefined || viewOfAnswer() === viewKey(await sentNow())
  let smaller: AsyncGenerator<Snapshot> | null = null
  // Who does not look must not be ended by it; the answer tries once more.
  const isStored = stored.then(
    () => true,
    () => false,
  )
  return {
    body: known === null ? bodyOf(call, null) : bodyAt(known),
    state:
      known === null
        ? { type: 'kept', conversation: scope.conversation, status, compaction: null }
        : stateOf(scope.conversation, known),
    isOutdated: known !== null && isOutdated(known),
    stored,
    smaller: limit =>
      inTurn(scope.conversation, async () => {
        smaller ??= smallerViews(task, await sentNow(), limit)
        const next = await smaller.next().catch(nothingHelps)
        if (next === null || next.done) return null
        sent = viewed = next.value
        return insteadAt(next.value)
      }),
    tooLong: limit =>
      inTurn(scope.conversation, async () => {
        // Its client may have gone; the next request waits for its turn.
        const lasting = { ...task, signal: new AbortController().signal }
        await smallerViews(lasting, await sentNow(), limit)
          .next()
          .catch(nothingHelps)
      }),
    async withoutOldThinking() {
      const now = await sentNow()
      const refused = sizeOf(bodyAt(now))
      // First what was thought before the view last changed, then all of it: system prompt and tools may have changed too.
      for (const part of [0, trail.length]) {
        if (part <= (boundThinking.get(scope.conversation) ?? -1)) continue
        boundThinking.set(scope.conversation, part)
        const body = bodyAt(now)
        if (sizeOf(body) < refused) return body
      }
      return null
    },
    async inWords() {
      if (request.after === null) return null
      if (continuation?.outdated === 'resend') return 'resend'
      lostItems.set(scope.conversation, true)
      const now = await sentNow()
      viewed = now
      return bodyOf(call, spliceView(request, trail, { ...now, names: 'none', isLost: true }))
    },
    async answered(answer) {
      const { message, complete } = answer
      const id = trailOf(last, digestsOf(message)).at(-1)
      const isHeld = complete && providerState(smallMembers(call.bytes, request.members)).isKept
      const named = isHeld && answer.id !== null ? { owner: call.owner, id: answer.id } : null
      const place = named && {
        ...{ conversation: scope.conversation, entry: id ?? last },
        ...{ view: viewOfAnswer(), system: systemUpTo(request) },
      }
      if (isHeld) items.note(call.owner, message)
      // Who goes on from it at once waits for its entry.
      if (place !== null) places.note(named!, place)
      // Nothing that was said is nothing to be stored.
      if (id === undefined) return
      const usage = (await isOfView()) ? answer.usage : null
      const read = usage === null ? (sent?.status ?? (await status())).used : usage.input + usage.output
      windows.heard(call, { message, of: { conversation: scope.conversation, used: read } })
      await inTurn(scope.conversation, async () => {
        if (!(await isStored)) await store()
        const { chatModel, conversation } = await sentNow()
        const about = {
          model: chatModel.name,
          compaction: conversation.head.compaction,
          ...(usage !== null && complete ? { usage } : {}),
          ...(complete ? {} : ({ ending: 'interrupted' } as const)),
          ...(place === null ? {} : { response: named!.id, ...places.metaOf(place) }),
        }
        await storeAnswer(scope, { id, message }, { after: last, about })
        onStored(id)
      }).catch(error => {
        if (named !== null) {
          places.forget(named)
          unstored.hold(call.owner, { call: { ...call, answeredUnder: place!.view }, answer })
        }
        throw error
      })
      if (usage !== null && complete && usage.input > 0) await learnFromUsage(scope, await sentNow(), usage)
      const now = await readSnapshot(scope)
      onRead(now)
      emitStatus(scope, now)
      await scope.store.conversations.note(scope.conversation, now.status)
      await prepare(scope, now)
    },
  }
}
