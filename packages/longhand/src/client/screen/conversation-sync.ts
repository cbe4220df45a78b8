import { type ErrorCode, LonghandError } from '../../core/errors.ts'
import type { Api } from '../api/api.ts'
import type { Notice } from '../api/contract.ts'
import { backoff, type Pause, sleep } from '../api/live-feed.ts'
import { type AnswerListener, followAnswer } from './answer-stream.ts'
import type { Drafts } from './drafts.ts'
import { type Glance, glanceAt, pageSize } from './load-conversation.ts'
import type { Outgoing, Screen, ScreenEvent } from './screen.ts'
import { type Strip, strips } from './status-line.ts'

/** What it takes to follow a conversation: the server, a screen to show it on, and the world around. */
export type Surroundings = {
  readonly api: Api
  readonly screen: () => Screen
  readonly dispatch: (event: ScreenEvent) => void
  readonly drafts: Drafts
  readonly now: () => number
  readonly newId: () => string
  readonly pause?: Pause
}

/** Keeps a screen in step with a conversation on the server: reads it, writes to it, and goes on when something breaks. */
export class Following {
  readonly #id: string
  readonly #around: Surroundings
  readonly #pause: Pause
  #end = new AbortController()
  #streaming = false
  #looking = false
  /** What was read before anyone listened to the feed; it may be old when the feed stands. */
  #ahead: Promise<Glance> | null = null

  constructor(id: string, around: Surroundings) {
    this.#id = id
    this.#around = around
    this.#pause = around.pause ?? sleep
  }

  /**
   * Reads the conversation, takes up the answer that is being written, and sends what an earlier visit could not.
   * Who began to read it before there was a screen hands that in as `ahead`.
   */
  async open(ahead?: Promise<Glance>): Promise<void> {
    if (this.#end.signal.aborted) this.#end = new AbortController()
    this.#ahead = ahead ?? null
    const kept = this.#around.drafts.outgoing()
    this.#dispatch({ type: 'read', ...(await (ahead ?? this.#read())) })
    const known = new Set(this.#screen.entries.map(entry => entry.id))
    for (const message of kept) {
      if (!known.has(message.clientId)) this.#dispatch({ type: 'message-sent', message: { ...message, state: 'kept' } })
    }
    await this.#takeUp()
  }

  async refresh(): Promise<void> {
    this.#dispatch({ type: 'read', ...(await this.#read()) })
  }

  /** Reads one page above the stretch, or as many as it takes to reach ¶ `number`. */
  async readOlder(number?: number): Promise<void> {
    const { entries, more } = this.#screen
    const first = entries[0]
    if (first === undefined || !more || (number !== undefined && number >= firstNumber(entries))) return
    const limit = number === undefined ? pageSize : jumpSize
    const page = await this.#around.api.entries(this.#id, { before: first.depth, limit })
    this.#dispatch({ type: 'older-read', page })
    if (number !== undefined && page.entries.length > 0) await this.readOlder(number)
  }

  async send(text: string, more: Pick<Outgoing, 'after' | 'protect' | 'files'> = {}): Promise<void> {
    const message: Outgoing = { clientId: this.#around.newId(), text, state: 'sending', ...more }
    this.#dispatch({ type: 'message-sent', message })
    await this.#deliver(message)
  }

  readonly retry = (): Promise<void> => this.#write(signal => this.#around.api.retry(this.#id, { signal }))

  readonly continue = (): Promise<void> => this.#write(signal => this.#around.api.continue(this.#id, { signal }))

  /** Stops what runs: a compaction first, otherwise the answer. */
  readonly stop = (): Promise<void> => {
    const { api } = this.#around
    const stopping = this.#screen.conversation?.compacting ? api.cancelCompaction(this.#id) : api.stop(this.#id)
    return stopping.catch(error => this.#tellFailure(error))
  }

  /** Takes back a message that was not sent yet. */
  drop(clientId: string): void {
    this.#dispatch({ type: 'message-dropped', clientId })
  }

  /** Does something to the conversation, shows what became of it and says so; null when it failed. */
  async act<T>(work: () => Promise<T>, told: (result: T) => Strip | null = () => null): Promise<T | null> {
    try {
      const result = await work()
      await this.refresh()
      const strip = told(result)
      if (strip !== null) this.tell(strip)
      return result
    } catch (error) {
      this.#tellFailure(error)
      return null
    }
  }

  tell(strip: Strip): void {
    this.#dispatch({ type: 'told', strip })
  }

  /** A notice of the live feed, and the run of this screen. */
  hear(notice: Notice, run: string | null): void {
    const news = notice.type === 'conversation' && notice.id === this.#id && notice.by !== run
    if (news && notice.version > (this.#screen.conversation?.version ?? 0)) return void this.#lookAgain(notice)
    this.#dispatch({ type: 'noticed', notice, run })
    const ended = notice.type === 'compaction' && notice.progress.phase !== 'started'
    // What lies ready is the person's to read only where they read first.
    const offered = notice.type === 'offer' && this.#screen.conversation?.policy.automatic === 'ask'
    if ((ended || offered) && notice.id === this.#id) void this.refresh().catch(() => {})
  }

  /** The live feed broke or came back; what was missed meanwhile is read again. */
  async link(state: 'up' | 'down'): Promise<void> {
    const ahead = this.#ahead
    const missed = this.#screen.link === 'down' || ahead !== null
    this.#ahead = null
    this.#dispatch({ type: state === 'up' ? 'link-found' : 'link-lost' })
    await ahead?.catch(() => {})
    if (state === 'down' || !missed || this.#streaming) return
    await this.refresh().catch(() => {})
    await this.#takeUp()
  }

  /** Lets go of the server; `open` takes it up again. */
  close(): void {
    this.#end.abort()
  }

  #read(): Promise<Glance> {
    return glanceAt(this.#around.api, this.#id)
  }

  /** Something changed that this screen did not do. Only new messages are worth a word; all else is shown quietly. */
  async #lookAgain(notice: Notice): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    await this.#pause(lookMs, this.#end.signal)
    this.#looking = false
    if (this.#streaming || this.#end.signal.aborted) return
    const read = await this.#read().catch(() => null)
    if (read === null) return
    const last = this.#screen.entries.at(-1)
    const at = read.page.entries.findIndex(({ id }) => id === last?.id)
    const quiet =
      last === undefined || (at >= 0 && read.page.entries.slice(at + 1).every(({ type }) => type !== 'message'))
    this.#dispatch(quiet ? { type: 'read', ...read } : { type: 'noticed', notice, run: null })
  }

  async #takeUp(): Promise<void> {
    if (this.#screen.conversation?.turn && !this.#streaming) await this.#write(this.#resume)
    else await this.#sendKept()
  }

  async #sendKept(): Promise<void> {
    const next = this.#screen.outgoing.find(({ state }) => state === 'kept')
    if (next !== undefined && !this.#streaming && !this.#end.signal.aborted) await this.#deliver(next)
  }

  async #deliver(message: Outgoing): Promise<void> {
    // One answer at a time: what is written meanwhile waits for its turn.
    if (this.#streaming) return this.#dispatch({ type: 'message-kept', clientId: message.clientId })
    this.#dispatch({ type: 'message-sent', message: { ...message, state: 'sending' } })
    // After what this screen shows: if someone else went on meanwhile, theirs stays as a branch.
    const seen = message.after ?? this.#screen.entries.at(-1)?.id
    const { state: _, ...words } = message
    const request = seen === undefined ? words : { ...words, after: seen }
    await this.#follow(signal => this.#around.api.send(this.#id, request, { signal })).catch(error =>
      this.#refused(message, asFailure(error)),
    )
  }

  #refused(message: Outgoing, failure: LonghandError): void {
    const { clientId, text } = message
    if (passing.has(failure.code)) {
      this.#dispatch({ type: 'message-kept', clientId })
      if (failure.code === 'unreachable') void this.#reachAgain()
      else if (failure.code !== 'busy') this.tell(strips.notSaved(failure.message))
      return
    }
    // The server will not take it: the words go back to where they were written.
    this.#dispatch({ type: 'message-dropped', clientId })
    const { drafts } = this.#around
    if (drafts.text() === '') drafts.write(text)
    this.#tellFailure(failure)
  }

  /** The live feed may be whole while a message could not be sent: nobody else would notice that the way is free again. */
  async #reachAgain(): Promise<void> {
    const { signal } = this.#end
    this.#dispatch({ type: 'link-lost' })
    const cut = () => this.#screen.link === 'down' && !signal.aborted
    for (let failures = 0; cut(); failures++) {
      await this.#pause(backoff(failures), signal)
      const there = await this.#around.api.conversation(this.#id).catch(() => null)
      if (there !== null && cut()) await this.link('up')
    }
  }

  /** An answer that nobody waits for: what goes wrong is said, not thrown. */
  async #write(begin: (signal: AbortSignal) => ReturnType<AnswerListener['begin']>): Promise<void> {
    await this.#follow(begin).catch(error => this.#tellFailure(error))
  }

  async #follow(begin: (signal: AbortSignal) => ReturnType<AnswerListener['begin']>): Promise<void> {
    const { signal } = this.#end
    this.#streaming = true
    try {
      await followAnswer({
        begin: () => begin(signal),
        resume: () => this.#resume(signal),
        onStart: () => this.#dispatch({ type: 'answer-started', at: this.#around.now() }),
        onChunks: chunks => this.#dispatch({ type: 'chunks', chunks }),
        onLink: link => this.#dispatch({ type: link === 'up' ? 'link-found' : 'link-lost' }),
        pause: this.#pause,
        signal,
      })
      // The answer stays on the screen until what was stored of it is there.
      await this.refresh().catch(() => {})
    } finally {
      this.#streaming = false
      this.#dispatch({ type: 'answer-ended' })
    }
    await this.#sendKept()
  }

  readonly #resume = (signal: AbortSignal) => this.#around.api.resume(this.#id, { signal })

  #tellFailure(error: unknown): void {
    if (this.#end.signal.aborted) return
    const failure = asFailure(error)
    const said = { 'does-not-fit': strips.doesNotFit, cancelled: strips.cancelled }
    this.tell((said[failure.code as keyof typeof said] ?? strips.failed)(failure.message))
  }

  get #screen(): Screen {
    return this.#around.screen()
  }

  #dispatch(event: ScreenEvent): void {
    if (this.#end.signal.aborted) return
    const before = this.#screen.outgoing
    this.#around.dispatch(event)
    const { outgoing } = this.#screen
    if (outgoing !== before) this.#around.drafts.keep(outgoing)
  }
}

const jumpSize = 500

/** Changes come in flocks; they are looked at together. */
const lookMs = 250

/** Failures that pass by themselves: the message waits. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unreachable',
  'busy',
  'timed-out',
  'rate-limited',
  'store-unavailable',
  'store-full',
  'store-read-only',
])

const firstNumber = (entries: Screen['entries']): number => entries.find(entry => entry.type === 'message')?.number ?? 1

/** Bugs are not hidden: what is no failure of the world goes on as it came. */
function asFailure(error: unknown): LonghandError {
  if (error instanceof LonghandError) return error
  throw error
}
