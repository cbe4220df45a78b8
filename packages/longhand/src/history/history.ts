import { messagesOf } from '../core/branch.ts'
import { LonghandError } from '../core/errors.ts'
import { exchanges } from '../core/exchange.ts'
import { protectedSpans, spanOf } from '../core/layout.ts'
import type { Message } from '../core/message.ts'
import type { Receipt } from '../core/receipt.ts'
import { spanSearch } from '../core/span.ts'
import type { TrimRequest } from '../core/trims.ts'
import type { View } from '../core/view.ts'
import type { WindowStatus } from '../core/window.ts'
import { compactNow } from '../engine/compaction/compact-now.ts'
import type { StartResult } from '../engine/compaction/compactor.ts'
import { type FitTask, fitView, smallerViews } from '../engine/compaction/fit.ts'
import type { CompactionOptions } from '../engine/compaction/job.ts'
import { parseReceipt } from '../engine/compaction/parse-job.ts'
import { protectMessage } from '../engine/compaction/protect-message.ts'
import { trimOutputs } from '../engine/compaction/trim-outputs.ts'
import { editSummary, redoCompaction, undoCompaction } from '../engine/compaction/undo-compaction.ts'
import { type Engine, type Scope, scopeOf } from '../engine/engine.ts'
import { countMessage } from '../engine/long-work/count-message.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { localOwner } from '../engine/ports/store.ts'
import type { NewEntry } from '../engine/ports/store-entries.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'
import { type EntryMeta, isUsage } from '../engine/turn/entry-meta.ts'
import { learnFromUsage } from '../engine/turn/learn-from-usage.ts'
import { checkList } from './check-source.ts'
import { type CompactionState, stateOf } from './compaction-state.ts'
import { adoptEntries, type KnownEntry, knownEntry } from './known-messages.ts'
import type { MessageFormat } from './message-format.ts'
import { conversationGuard } from './one-conversation.ts'
import { type StoredHistory, syncMessages } from './sync-messages.ts'
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
  /** Says that a request about these messages is under way, until the function that it returns is called. */
  use(messages: readonly Source[]): () => void
  /** Whether messages with more than one opening have come, so that the last ones may be another conversation's. */
  isShared(): boolean
  /** Notes what the provider reported for the last request. */
  report(usage: Usage): Promise<void>
  /** Condenses now, as `/compact` does, and resolves when it is over. */
  compact(request?: Partial<CompactionOptions>): Promise<CompactResult>
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

export type CompactResult =
  | { readonly type: 'compacted'; readonly receipt: Receipt }
  | { readonly type: 'unchanged'; readonly reason: string; readonly sentence: string | null }

export function createHistory<Source>(options: HistoryOptions<Source>): History<Source> {
  const { engine, format, conversation } = options
  const scope = scopeOf(engine, localOwner, conversation)
  const count = options.count ?? (message => countMessage(engine, message))
  const stored: StoredHistory<Source> = { scope, read: format.createReader(), count, known: { sources: [], held: [] } }
  const inTurn = oneAtATime()
  const guard = conversationGuard<Source>()
  const isGuarded = options.guard !== 'none'
  let isOpen = false
  let snapshot: Snapshot | null = null
  let answer: EntryMeta | null = null
  let request: { readonly messages: readonly Source[]; smaller: AsyncGenerator<Snapshot> | null } | null = null

  async function sync(sources: readonly Source[]): Promise<void> {
    try {
      const found = isOpen ? null : await open(scope)
      if (found !== null) stored.known = adoptEntries(found, sources, stored.read)
      isOpen = true
      // A state belongs to the messages it was made with, not to whatever the app hands in later.
      const state = found?.length === 0 ? (options.state ?? null) : null
      await syncMessages(stored, sources, { state, answer })
      answer = null
    } catch (error) {
      // What the store has taken of it is read again, not guessed.
      isOpen = false
      throw error
    }
    const { protected: numbers = [] } = options
    if (numbers.length > 0) await protectAll(scope, numbers, await refresh())
  }

  async function refresh(): Promise<Snapshot> {
    snapshot = await readSnapshot(scope)
    return snapshot
  }

  const written = (): readonly Source[] => writeView(snapshot!.view, stored.known, format)

  const change = (act: (scope: Scope) => Promise<unknown>) =>
    inTurn(async () => {
      await act(scope)
      await refresh()
    })

  return {
    fit: async (sources, signal = never) => {
      checkList(sources)
      if (isGuarded) guard.check(sources)
      const release = guard.use(sources)
      try {
        return await inTurn(async () => {
          await sync(sources)
          snapshot = await fitView(taskOf(scope, signal), await refresh())
          request = { messages: sources, smaller: null }
          return written()
        })
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
        request.smaller ??= smallerViews(taskOf(scope, signal), snapshot!, limit)
        const next = await request.smaller.next()
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
        const { chatModel, conversation: now } = snapshot
        answer = { model: chatModel.name, usage, compaction: now.head.compaction, at: engine.clock.now() }
        await learnFromUsage(scope, snapshot, usage)
      }),
    compact: request =>
      inTurn(async () => {
        const started = await compactNow(scope, { by: 'person', trigger: 'person', ...request })
        const result = await resultOf(started)
        await refresh()
        return result
      }),
    undo: () => change(undoCompaction),
    redo: () => change(redoCompaction),
    edit: text => change(() => editSummary(scope, text)),
    protect: number => change(() => protectMessage(scope, number, 'protect')),
    release: number => change(() => protectMessage(scope, number, 'release')),
    receipts: async () => {
      const jobs = await scope.store.compactions.list(conversation, { limit: 1000 })
      return jobs.filter(({ receipt }) => receipt !== null).map(parseReceipt)
    },
    load: sources =>
      inTurn(async () => {
        checkList(sources)
        await sync(sources)
        return refresh()
      }),
    trim: request =>
      inTurn(async () => {
        const trimmed = await trimOutputs(scope, snapshot ?? (await refresh()), request)
        await refresh()
        return trimmed
      }),
    snapshot: () => snapshot,
    status: () => snapshot?.status ?? null,
    state: () => (snapshot === null ? (options.state ?? null) : stateOf(snapshot, entriesOf(stored))),
    view: () => snapshot?.view ?? [],
    settled: async () => {
      await Promise.all([...engine.background].map(({ done }) => done))
    },
  }
}

const never = new AbortController().signal

const taskOf = (scope: Scope, signal: AbortSignal): FitTask => ({ scope, signal, onStatus: () => {} })

const entriesOf = <Source>({ known }: StoredHistory<Source>): readonly KnownEntry[] =>
  known.held.flatMap(({ entries }) => entries)

/** Creates the conversation, or reads what an earlier process stored of it. */
async function open({ store, conversation }: Scope): Promise<readonly KnownEntry[]> {
  await store.conversations.create({ id: conversation })
  const entries: KnownEntry[] = []
  for await (const stored of store.entries.walk(conversation))
    if (stored.entry.type === 'message') entries.push(knownEntry(stored))
  return entries
}

/** One entry for each message that is to stay and does not yet; many of them are stored at once. */
async function protectAll(scope: Scope, numbers: readonly number[], { branch }: Snapshot): Promise<void> {
  const spanAt = spanSearch(protectedSpans(branch))
  const spans = new Map(
    exchanges(messagesOf(branch)).flatMap(one => one.messages.map(({ number }) => [number, spanOf(one)] as const)),
  )
  const wanted = [...new Set(numbers)].map(number => ({ number, span: spans.get(number) }))
  const missing = wanted.filter(({ span }) => span === undefined || spanAt(span) === null)
  const added = missing.flatMap(({ span }): NewEntry[] =>
    span === undefined ? [] : [{ id: scope.engine.newId(), type: 'protection', span, action: 'protect' }],
  )
  if (added.length > 0) await scope.store.entries.append(scope.conversation, added)
  // What is folded is protected by its number; what is not there is said.
  for (const { number, span } of missing) if (span === undefined) await protectMessage(scope, number, 'protect')
}

async function resultOf(started: StartResult): Promise<CompactResult> {
  if (started.type === 'rest') return { type: 'unchanged', reason: started.reason, sentence: null }
  if (started.type !== 'running') return { type: 'unchanged', reason: started.type, sentence: null }
  const outcome = await started.done
  if (outcome.type === 'completed') return { type: 'compacted', receipt: outcome.receipt }
  const { reason, sentence } = 'reason' in outcome ? outcome : { reason: outcome.type, sentence: null }
  if (outcome.type === 'failed') throw new LonghandError('summariser-failed', outcome.sentence, { details: { reason } })
  return { type: 'unchanged', reason, sentence }
}

/** Calls that come while another runs wait for it, so that none sees a history half stored. */
function oneAtATime(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const mine = last.then(act, act)
    last = mine.catch(() => undefined)
    return mine
  }
}
