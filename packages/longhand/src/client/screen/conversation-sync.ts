import type { LonghandError } from '../../core/errors.ts'
import type { Api } from '../api/api.ts'
import { backoffMs, type Sleep, sleep } from '../api/backoff.ts'
import type { LiveNotice } from '../api/contract.ts'
import type { StreamingAnswer } from './answer.ts'
import { type AnswerStream, readAnswerStream } from './answer-stream.ts'
import type { Drafts } from './drafts.ts'
import { type LoadedConversation, loadConversation, pageSize } from './load-conversation.ts'
import { mayFollow } from './may-follow.ts'
import type { OutgoingMessage, ScreenEvent, ScreenState } from './screen.ts'
import { type StatusLine, statusLines } from './status-line.ts'
import { asLonghandError, isTransient, willPass } from './transient-failure.ts'

/** What a sync needs: the server, the state of the screen, drafts, time and ids. */
export type SyncDeps = {
  readonly api: Api
  readonly screen: () => ScreenState
  readonly dispatch: (event: ScreenEvent) => void
  readonly drafts: Drafts
  readonly now: () => number
  readonly newId: () => string
  readonly sleep?: Sleep
}

/** Keeps a screen in sync with a conversation on the server: loads it, writes to it, and recovers when something breaks. */
export class ConversationSync {
  readonly #id: string
  readonly #deps: SyncDeps
  readonly #sleep: Sleep
  #abort = new AbortController()
  #streaming = false
  #reloadPending = false
  /** The state of the live feed, whose notices are lost while it is down. An answer's own stream may be up by then. */
  #feed: 'online' | 'offline' = 'online'
  /** What this screen has sent, under its own ids. */
  readonly #sent = new Set<string>()
  /** What was loaded before the feed was connected; it may be out of date once it is. */
  #preloaded: Promise<LoadedConversation> | null = null

  constructor(id: string, deps: SyncDeps) {
    this.#id = id
    this.#deps = deps
    this.#sleep = deps.sleep ?? sleep
  }

  /**
   * Loads the conversation, resumes the answer that is being written, and sends what an earlier visit could not.
   * A caller that started loading before there was a screen passes that in as `preloaded`.
   */
  async open(preloaded?: Promise<LoadedConversation>): Promise<void> {
    if (this.#abort.signal.aborted) this.#abort = new AbortController()
    this.#preloaded = preloaded ?? null
    const unsent = this.#deps.drafts.outgoing()
    this.#dispatch({ type: 'loaded', ...(await (preloaded ?? this.#load())) })
    const known = new Set(this.#screen.entries.map(entry => entry.id))
    for (const message of unsent) {
      if (!known.has(message.clientId))
        this.#dispatch({ type: 'message-sent', message: { ...message, state: 'queued' } })
    }
    await this.#resumeOrSend()
  }

  async refresh(): Promise<void> {
    this.#dispatch({ type: 'loaded', ...(await this.#load()) })
  }

  /** Loads one older page, or as many as it takes to reach ¶ `number`. */
  async readOlder(number?: number): Promise<void> {
    const { entries, more } = this.#screen
    const first = entries[0]
    if (first === undefined || !more || (number !== undefined && number >= firstNumber(entries))) return
    const limit = number === undefined ? pageSize : jumpPageSize
    const page = await this.#deps.api.entries(this.#id, { before: first.depth, limit })
    this.#dispatch({ type: 'older-loaded', page })
    if (number !== undefined && page.entries.length > 0) await this.readOlder(number)
  }

  /** Resolves when it is answered, waits for its turn, or was refused. */
  async send(text: string, more: Pick<OutgoingMessage, 'after' | 'protect' | 'files'> = {}): Promise<void> {
    const message: OutgoingMessage = { clientId: this.#deps.newId(), text, state: 'sending', ...more }
    this.#dispatch({ type: 'message-sent', message })
    return this.#deliver(message)
  }

  /** Generates an answer again: the newest, or the one that holds an entry. */
  readonly retry = (entry?: string): Promise<void> =>
    this.#streamAnswer(signal => this.#deps.api.retry(this.#id, { signal, entry }), 'again')

  /** Continues an answer in its place: the newest, or the one that ends with an entry. */
  readonly continue = (entry?: string): Promise<void> =>
    this.#streamAnswer(signal => this.#deps.api.continue(this.#id, { signal, entry }), 'again')

  /** Stops what is running: a compaction first, otherwise the answer. */
  readonly stop = (): Promise<void> => {
    const { api } = this.#deps
    const stopping = this.#screen.conversation?.compacting ? api.cancelCompaction(this.#id) : api.stop(this.#id)
    return stopping.catch(error => this.#showFailure(error))
  }

  /** Takes back a message that was not sent yet. */
  discard(clientId: string): void {
    this.#dispatch({ type: 'message-dropped', clientId })
  }

  /** Runs a change of the conversation, shows the new state and describes it; null when it failed. */
  async run<T>(work: () => Promise<T>, describe: (result: T) => StatusLine | null = () => null): Promise<T | null> {
    try {
      const result = await work()
      await this.refresh()
      const statusLine = describe(result)
      if (statusLine !== null) this.showStatus(statusLine)
      return result
    } catch (error) {
      this.#showFailure(error)
      return null
    }
  }

  showStatus(statusLine: StatusLine): void {
    this.#dispatch({ type: 'status-line-shown', statusLine })
  }

  /** Takes a notice of the live feed; `run` is the run of this screen. */
  handleNotice(notice: LiveNotice, run: string | null): void {
    const isForeign = notice.type === 'conversation' && notice.id === this.#id && notice.by !== run
    if (isForeign && notice.version > (this.#screen.conversation?.version ?? 0)) return void this.#catchUpOnce()
    this.#dispatch({ type: 'notice-received', notice, run })
    const ended = notice.type === 'compaction' && notice.progress.phase !== 'started'
    // A summary that is ready matters only where people read it before it counts.
    const offered = notice.type === 'offer' && this.#screen.conversation?.policy.automatic === 'ask'
    if ((ended || offered) && notice.id === this.#id) void this.refresh().catch(() => {})
  }

  /** The live feed broke or came back; what was missed is loaded again. */
  async setConnection(state: 'online' | 'offline'): Promise<void> {
    const preloaded = this.#preloaded
    const missed = this.#feed === 'offline' || this.#screen.connection === 'offline' || preloaded !== null
    this.#feed = state
    this.#preloaded = null
    this.#dispatch({ type: state === 'online' ? 'connection-restored' : 'connection-lost' })
    await preloaded?.catch(() => {})
    if (state === 'offline' || !missed || this.#streaming) return
    await this.refresh().catch(() => {})
    await this.#resumeOrSend()
  }

  /**
   * W6 shows what this screen did not do, and sends what had to wait for it. Somebody who is writing is told instead.
   */
  async catchUp(): Promise<void> {
    if (this.#streaming || this.#abort.signal.aborted) return
    const loaded = await this.#load().catch(() => null)
    if (loaded === null || this.#streaming) return
    const standpoint = { entries: this.#screen.entries, draft: this.#deps.drafts.text(), sent: this.#sent }
    // H4.26 nobody is interrupted by what a program writes: it is all that happens there.
    if (loaded.conversation.client === null && !mayFollow(standpoint, loaded.page.entries)) {
      const { id, version } = loaded.conversation
      return this.#dispatch({
        type: 'notice-received',
        notice: { type: 'conversation', id, version, by: null },
        run: null,
      })
    }
    this.#dispatch({ type: 'loaded', ...loaded })
    if (loaded.conversation.turn === null) await this.#sendQueued()
  }

  /** Disconnects from the server; `open` connects again. */
  close(): void {
    this.#abort.abort()
  }

  #load(): Promise<LoadedConversation> {
    return loadConversation(this.#deps.api, this.#id)
  }

  async #catchUpOnce(): Promise<void> {
    if (this.#reloadPending) return
    this.#reloadPending = true
    await this.#sleep(noticeDebounceMs, this.#abort.signal)
    this.#reloadPending = false
    await this.catchUp()
  }

  async #resumeOrSend(): Promise<void> {
    if (this.#screen.conversation?.turn && !this.#streaming) await this.#streamAnswer(this.#resume)
    else await this.#sendQueued()
  }

  async #sendQueued(): Promise<void> {
    const next = this.#screen.outgoing.find(({ state }) => state === 'queued')
    if (next !== undefined && !this.#streaming && !this.#abort.signal.aborted) await this.#deliver(next)
  }

  async #deliver(message: OutgoingMessage): Promise<void> {
    // One answer at a time: messages written in between wait for their turn.
    if (this.#streaming) {
      this.#dispatch({ type: 'message-queued', clientId: message.clientId })
      return
    }
    this.#dispatch({ type: 'message-sent', message: { ...message, state: 'sending' } })
    // After what this screen shows: if someone else wrote in between, theirs stays as a branch.
    const parent = message.after === undefined ? this.#screen.entries.at(-1)?.id : message.after
    const { state: _, ...unsent } = message
    this.#sent.add(message.clientId)
    const request = parent === undefined ? unsent : { ...unsent, after: parent }
    return this.#readAnswer(signal => this.#deps.api.send(this.#id, request, { signal })).catch(error =>
      this.#handleSendFailure(message, asLonghandError(error)),
    )
  }

  #handleSendFailure(message: OutgoingMessage, failure: LonghandError): void {
    const { clientId, text } = message
    if (isTransient(failure)) {
      this.#dispatch({ type: 'message-queued', clientId })
      if (failure.code === 'unreachable') void this.#waitForServer()
      else if (failure.code !== 'busy') this.showStatus(statusLines.notSaved(failure.message))
      return
    }
    // The server refuses it: text and files go back to the composer.
    this.#dispatch({ type: 'message-dropped', clientId })
    const { drafts } = this.#deps
    if (drafts.text() === '') drafts.saveText(text)
    this.#showFailure(failure)
  }

  /** The live feed may be up while a message could not be sent, so nothing else would notice that the server is back. */
  async #waitForServer(): Promise<void> {
    const { signal } = this.#abort
    this.#dispatch({ type: 'connection-lost' })
    const isOffline = () => this.#screen.connection === 'offline' && !signal.aborted
    for (let failures = 0; isOffline(); failures++) {
      await this.#sleep(backoffMs(failures), signal)
      // A server that refuses is back too: the conversation may have been deleted.
      const answer = await this.#deps.api.conversation(this.#id).catch(error => (willPass(error) ? null : 'refused'))
      if (answer !== null && isOffline()) await this.setConnection('online')
    }
  }

  /** For answers that no caller waits for: failures are shown, not thrown. */
  async #streamAnswer(start: StartAnswer, opening: StreamingAnswer['opening'] = 'message'): Promise<void> {
    await this.#readAnswer(start, opening).catch(error => this.#showFailure(error))
  }

  async #readAnswer(start: StartAnswer, opening: StreamingAnswer['opening'] = 'message'): Promise<void> {
    const { signal } = this.#abort
    this.#streaming = true
    try {
      await readAnswerStream({
        start: () => start(signal),
        resume: () => this.#resume(signal),
        onStart: () => this.#dispatch({ type: 'answer-started', at: this.#deps.now(), opening }),
        onChunks: chunks => this.#dispatch({ type: 'chunks', chunks }),
        onConnection: connection =>
          this.#dispatch({ type: connection === 'online' ? 'connection-restored' : 'connection-lost' }),
        sleep: this.#sleep,
        signal,
      })
      // The answer stays on the screen until what was stored of it is there.
      await this.refresh().catch(error => willPass(error) && void this.#waitForServer())
    } finally {
      this.#streaming = false
      this.#dispatch({ type: 'answer-ended' })
    }
    await this.#sendQueued()
  }

  readonly #resume = (signal: AbortSignal) => this.#deps.api.resume(this.#id, { signal })

  #showFailure(error: unknown): void {
    if (this.#abort.signal.aborted) return
    const failure = asLonghandError(error)
    const lines = { 'does-not-fit': statusLines.doesNotFit, cancelled: statusLines.cancelled }
    this.showStatus((lines[failure.code as keyof typeof lines] ?? statusLines.failed)(failure.message))
  }

  get #screen(): ScreenState {
    return this.#deps.screen()
  }

  #dispatch(event: ScreenEvent): void {
    if (this.#abort.signal.aborted) return
    const before = this.#screen.outgoing
    this.#deps.dispatch(event)
    const { outgoing } = this.#screen
    if (outgoing !== before) this.#deps.drafts.saveOutgoing(outgoing)
  }
}

type StartAnswer = (signal: AbortSignal) => ReturnType<AnswerStream['start']>

const jumpPageSize = 500

/** Notices come in bursts; one reload covers them all. */
const noticeDebounceMs = 250

const firstNumber = (entries: ScreenState['entries']): number =>
  entries.find(entry => entry.type === 'message')?.number ?? 1
