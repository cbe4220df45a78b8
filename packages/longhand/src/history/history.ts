import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import type { Message } from '../core/message.ts'
import type { Receipt } from '../core/receipt.ts'
import type { TrimRequest } from '../core/trims.ts'
import type { View } from '../core/view.ts'
import type { WindowStatus } from '../core/window.ts'
import { compactNow } from '../engine/compaction/compact-now.ts'
import { cancelCompaction } from '../engine/compaction/compactor.ts'
import { type FitTask, prepare, smallerViews } from '../engine/compaction/fit.ts'
import type { CompactionOptions } from '../engine/compaction/job.ts'
import { parseReceipt } from '../engine/compaction/parse-job.ts'
import { protectMessage } from '../engine/compaction/protect-message.ts'
import { trimOutputs } from '../engine/compaction/trim-outputs.ts'
import { editSummary, redoCompaction, undoCompaction } from '../engine/compaction/undo-compaction.ts'
import { type Engine, type Scope, scopeOf } from '../engine/engine.ts'
import { countMessage } from '../engine/long-work/count-message.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { localOwner } from '../engine/ports/store.ts'
import type { Place } from '../engine/ports/store-conversations.ts'
import { warnOfError } from '../engine/report-bug.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'
import { type EntryMeta, isUsage } from '../engine/turn/entry-meta.ts'
import { learnFromUsage } from '../engine/turn/learn-from-usage.ts'
import { checkCompaction, checkNumber, checkTrim } from './check-request.ts'
import { checkList } from './check-source.ts'
import { type CompactResult, compactResult } from './compact-result.ts'
import { type CompactionState, stateOf } from './compaction-state.ts'
import { fitInPlace, type SyncToEnd } from './fit-in-place.ts'
import { adoptEntries, type KnownEntry, lastEntry } from './known-messages.ts'
import type { MessageFormat } from './message-format.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { conversationGuard } from './one-conversation.ts'
import { openStored } from './open-stored.ts'
import { orAbort } from './or-abort.ts'
import { protectAll } from './protect-all.ts'
import { putReport } from './reports.ts'
import { addedInstructions, withInstructions } from './rewritten-instructions.ts'
import { goBack } from './stand-at-end.ts'
import { type StoredHistory, type Synced, syncMessages } from './sync-messages.ts'
import { withUsage } from './with-usage.ts'
import { writeView } from './write-view.ts'

export type HistoryOptions<Source> = {
  readonly engine: Engine
  readonly conversation: string
  readonly format: MessageFormat<Source>
  /** What was folded before, for a store that does not know this conversation yet. */
  readonly state?: CompactionState | null
  /** Numbers, from 1, of messages that must stay word for word. */
  readonly protected?: readonly number[]
  /** For messages whose tokens are known already. */
  readonly count?: (message: Message) => Promise<number>
  /** Whether messages with another opening are refused while a request is under way: not when the app has named the conversation. */
  readonly guard?: 'opening' | 'none'
}

/**
 * A conversation whose messages an app keeps itself. They are stored as entries, and everything else is the engine's
 * doing: what the server does between two turns happens here between two calls.
 */
export type History<Source> = {
  /** Takes all messages, every time, and returns what to send to the model. Throws `does-not-fit` when nothing helps. */
  fit(messages: readonly Source[], signal?: AbortSignal): Promise<readonly Source[]>
  /** After the provider has refused a request as too long: what to send instead. */
  recover(refused: Refused<Source>): Promise<readonly Source[]>
  /** Marks a request about these messages as under way until the returned function is called. */
  use(messages: readonly Source[]): () => void
  /** Whether messages with more than one opening have come, so that the last ones may be another conversation's. */
  isShared(): boolean
  /** Notes what the provider reported for the last request. */
  report(usage: Usage): Promise<void>
  /**
   * Condenses now, as `/compact` does, and resolves when it is over: with the receipt, or with a sentence that says why
   * nothing has changed. When it is aborted, everything is as it was.
   */
  compact(request?: Partial<CompactionOptions>, signal?: AbortSignal): Promise<CompactResult>
  undo(): Promise<void>
  redo(): Promise<void>
  edit(text: string): Promise<void>
  protect(number: number): Promise<void>
  release(number: number): Promise<void>
  /** Newest first. */
  receipts(): Promise<readonly Receipt[]>
  /** Stores the messages without making them fit. */
  load(messages: readonly Source[]): Promise<Snapshot>
  /** Cuts long tool outputs, visibly. False when there is nothing to cut. */
  trim(request: TrimRequest): Promise<boolean>
  /** As of the last call. */
  snapshot(): Snapshot | null
  status(): WindowStatus | null
  state(): CompactionState | null
  view(): View
  /** Resolves when no summary is being written in the background. */
  settled(): Promise<void>
}

/** What an app can ask of its conversation, whatever its messages look like. */
export type HistoryControls<Source> = Omit<History<Source>, 'fit' | 'recover' | 'report' | 'use' | 'isShared'>

export type Refused<Source> = {
  /** The real window, when the provider has named it. */
  readonly limit: number | null
  /** All messages of the request that was refused; those of the last one when left out. */
  readonly messages?: readonly Source[]
  readonly signal?: AbortSignal
}

export function createHistory<Source>(options: HistoryOptions<Source>): History<Source> {
  const { format, conversation, protected: named = [] } = options
  let added = 0
  const engine = withInstructions(options.engine, () => added)
  const scope = scopeOf(engine, localOwner, conversation)
  const count = options.count ?? (message => countMessage(engine, message))
  const stored: StoredHistory<Source> = { scope, read: format.createReader(), count, known: { sources: [], held: [] } }
  const inTurn = oneAtATime()
  const guard = conversationGuard<Source>()
  const isGuarded = options.guard !== 'none'
  let isOpen = false
  let behind: Place | null = null
  let snapshot: Snapshot | null = null
  let answer: EntryMeta | null = null
  let request: { readonly messages: readonly Source[]; smaller: AsyncGenerator<Snapshot> | null } | null = null

  async function sync(sources: readonly Source[]): ReturnType<SyncToEnd> {
    let synced: Synced
    try {
      const found = isOpen ? null : await openStored(scope)
      if (found !== null) stored.known = adoptEntries(found, sources, stored.read)
      isOpen = true
      // A state belongs to the messages it was made with, not to whatever the app hands in later.
      const state = found?.length === 0 ? (options.state ?? null) : null
      synced = await syncMessages(stored, sources, { state, answer })
      answer = null
      added = await addedInstructions(stored)
    } catch (error) {
      // What the store has taken of it is read again, not guessed.
      isOpen = false
      throw error
    }
    behind = synced.behind
    const numbers = [...named, ...(synced.state?.protected ?? [])]
    if (numbers.length > 0 && behind === null) await protectAll(scope, numbers, await refresh())
    return { behind, last: lastEntry(stored.known) }
  }

  /** What is done to the conversation is done where the app's messages end. */
  async function catchUp(): Promise<void> {
    if (behind === null) return
    await goBack(scope, lastEntry(stored.known))
    behind = null
    await refresh()
  }

  async function refresh(): Promise<Snapshot> {
    snapshot = await readSnapshot(scope)
    return snapshot
  }

  const written = (): readonly Source[] => writeView(snapshot!.view, stored.known, format)

  /** An app that has handed in nothing yet is told so, unless an earlier process has stored the conversation. */
  async function checkKnown(): Promise<void> {
    if (isOpen) return catchUp()
    await scope.store.conversations.get(conversation).catch(cause => {
      if (!(cause instanceof LonghandError) || cause.code !== 'not-found') throw cause
      throw new LonghandError('bad-request', 'There are no messages yet. Call prepare or load with all of them first.')
    })
  }

  const change = (act: (scope: Scope) => Promise<unknown>) =>
    inTurn(async () => {
      await checkKnown()
      await act(scope)
      await refresh()
    })

  return {
    fit: async (sources, signal = never) => {
      checkList(sources)
      if (isGuarded) guard.check(sources)
      const release = guard.use(sources)
      try {
        const fitted = inTurn(async () => {
          signal.throwIfAborted()
          const ready = await fitInPlace(taskOf(scope, signal), () => sync(sources))
          signal.throwIfAborted()
          snapshot = ready
          request = { messages: sources, smaller: null }
          return written()
        })
        return await orAbort(fitted, signal)
      } finally {
        release()
      }
    },
    recover: ({ limit, messages, signal = never }) =>
      inTurn(async () => {
        if (request === null) throw new LonghandError('bad-request', 'Nothing was sent yet. Call prepare first.')
        if (messages !== undefined && messages !== request.messages) {
          // Others may have asked in between: what is sent instead is made of the very messages that were refused.
          await sync(messages)
          request = { messages, smaller: null }
          await refresh()
        }
        await catchUp()
        request.smaller ??= smallerViews(taskOf(scope, signal), snapshot!, limit)
        const next = await request.smaller.next()
        signal.throwIfAborted()
        if (next.done) throw new LonghandError('cancelled', 'The request was cancelled.')
        snapshot = next.value
        return written()
      }),
    use: guard.use,
    isShared: () => isGuarded && guard.isShared(),
    report: usage =>
      inTurn(async () => {
        // A call that failed in its middle reports nothing or zero.
        if (snapshot === null || usage.input === 0 || !isUsage(usage)) return
        const { chatModel, layout } = snapshot
        const { name: model, addedInstructions: instructions = 0 } = chatModel
        answer = { model, usage, compaction: layout.current?.id ?? null, at: engine.clock.now(), instructions }
        await learnFromUsage(scope, snapshot, usage)
        await putReport(scope, { after: lastEntry(stored.known)?.id ?? null, answer })
        const ahead = { ...snapshot, status: withUsage(snapshot.status, usage) }
        engine.onEvent({ type: 'status', owner: scope.owner, conversation, status: ahead.status })
        // While the person reads the answer; the next call comes after it in turn, and finds what is ready.
        if (behind === null) void inTurn(() => prepare(scope, ahead)).catch(error => warnOfError(scope, error))
      }),
    compact: async (request, signal = never) => {
      checkCompaction(request)
      signal.throwIfAborted()
      const started = await inTurn(async () => {
        await checkKnown()
        return compactNow(scope, { by: 'person', trigger: 'person', ...request })
      })
      // Requests that come meanwhile are not held up by a summary that is being written.
      const result = await orAbort(compactResult(scope, started), signal).catch(async error => {
        if (signal.aborted) await cancelCompaction(scope)
        throw error
      })
      await inTurn(refresh)
      return result
    },
    undo: () => change(undoCompaction),
    redo: () => change(redoCompaction),
    edit: async text => {
      if (typeof text !== 'string')
        throw new LonghandError('bad-request', `The summary is ${describeValue(text)}; it must be a text.`)
      await change(() => editSummary(scope, text))
    },
    protect: number => change(() => protectMessage(scope, checkNumber(number), 'protect')),
    release: number => change(() => protectMessage(scope, checkNumber(number), 'release')),
    receipts: async () => {
      const jobs = await scope.store.compactions.list(conversation, { limit: 1000 }).catch(unlessMissing)
      return jobs.filter(({ receipt }) => receipt !== null).map(parseReceipt)
    },
    load: sources =>
      inTurn(async () => {
        checkList(sources)
        await sync(sources)
        await catchUp()
        return refresh()
      }),
    trim: request =>
      inTurn(async () => {
        await checkKnown()
        checkTrim(request)
        const trimmed = await trimOutputs(scope, snapshot ?? (await refresh()), request)
        await refresh()
        return trimmed
      }),
    snapshot: () => snapshot,
    status: () => snapshot?.status ?? null,
    state: () => (snapshot === null ? (options.state ?? null) : stateOf(snapshot, entriesOf(stored), named)),
    view: () => snapshot?.view ?? [],
    settled: async () => {
      await Promise.all([...engine.background].map(({ done }) => done))
    },
  }
}

const never = new AbortController().signal

/** A conversation that nobody has begun holds nothing yet. */
function unlessMissing(cause: unknown): readonly never[] {
  if (cause instanceof LonghandError && cause.code === 'not-found') return []
  throw cause
}

const entriesOf = <Source>({ known }: StoredHistory<Source>): readonly KnownEntry[] =>
  known.held.flatMap(({ entries }) => entries)

const taskOf = (scope: Scope, signal: AbortSignal): FitTask => ({
  ...{ scope, signal, onStatus: () => {} },
  // An app shows nobody that it waits.
  wait: 'cold-moment',
})
