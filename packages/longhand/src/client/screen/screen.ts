import type { CompactionProgress } from '../../core/answer-parts.ts'
import { messagesOf } from '../../core/branch.ts'
import { noSuchConversation } from '../../core/errors.ts'
import { firstWords } from '../../core/first-words.ts'
import { type WindowStatus, windowStatus } from '../../core/window.ts'
import type { Chunk } from '../api/chunk.ts'
import type {
  ConversationState,
  DisplayEntry,
  EntriesResponse,
  ErrorResponse,
  LiveNotice,
  Receipt,
  SendRequest,
} from '../api/contract.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import { titleFromText, untitled } from '../text/title.ts'
import { applyChunk, newAnswer, type StreamingAnswer, withoutStoredStep } from './answer.ts'
import { insertEntry, mergeNewestPage, prependPage } from './loaded-entries.ts'
import { type StatusLine, statusLines, withOfflineModel } from './status-line.ts'

/** Everything a screen shows of one conversation. Web and terminal render it and keep no other state of it. */
export type ScreenState = {
  readonly conversation: ConversationState | null
  /** The newest part of the branch, without gaps up to the head. */
  readonly entries: readonly DisplayEntry[]
  /** Whether there are older entries above. */
  readonly more: boolean
  /** What was sent and is not acknowledged yet. */
  readonly outgoing: readonly OutgoingMessage[]
  /** The files of the last message that the server refused: they go back to where it was written. */
  readonly returnedFiles: NonNullable<SendRequest['files']>
  /** About how many tokens were sent since the server last reported how full the window is. */
  readonly pendingTokens: number
  readonly answer: StreamingAnswer | null
  /** The id of the compaction that is running and whose end has not been shown yet. */
  readonly runningCompaction: string | null
  /** Why the last compaction failed, as it was told; null when one has worked since. */
  readonly lastFailure: string | null
  /** The newest version of the conversation that a notice or a response mentioned. */
  readonly latestVersion: number
  readonly connection: 'online' | 'offline'
  /** The last status line, until it is closed or replaced. */
  readonly statusLine: StatusLine | null
}

export type OutgoingMessage = SendRequest & { readonly state: 'sending' | 'queued' }

export type ScreenEvent =
  | { readonly type: 'loaded'; readonly conversation: ConversationState; readonly page: EntriesResponse }
  | { readonly type: 'older-loaded'; readonly page: EntriesResponse }
  | { readonly type: 'message-sent'; readonly message: OutgoingMessage }
  | { readonly type: 'message-queued' | 'message-dropped'; readonly clientId: string }
  | { readonly type: 'answer-started'; readonly at: number; readonly opening?: StreamingAnswer['opening'] }
  | { readonly type: 'answer-ended' }
  | { readonly type: 'chunks'; readonly chunks: readonly Chunk[] }
  | { readonly type: 'notice-received'; readonly notice: LiveNotice; readonly run: string | null }
  | { readonly type: 'connection-lost' | 'connection-restored' }
  | { readonly type: 'status-line-shown'; readonly statusLine: StatusLine }
  | { readonly type: 'status-line-closed' }

export const initialScreen: ScreenState = {
  conversation: null,
  entries: [],
  more: false,
  outgoing: [],
  returnedFiles: [],
  pendingTokens: 0,
  answer: null,
  runningCompaction: null,
  lastFailure: null,
  latestVersion: 0,
  connection: 'online',
  statusLine: null,
}

/** The screen after one more event. Pure: what is shown depends on what happened and on nothing else. */
export function reduceScreen(screen: ScreenState, event: ScreenEvent): ScreenState {
  switch (event.type) {
    case 'loaded':
      return applyLoaded(screen, event.conversation, event.page)
    case 'older-loaded':
      return { ...screen, ...prependPage(screen, event.page) }
    case 'message-sent':
      return addOutgoing(screen, event.message)
    case 'message-queued':
      return {
        ...screen,
        outgoing: screen.outgoing.map(it => (it.clientId === event.clientId ? { ...it, state: 'queued' } : it)),
        pendingTokens: 0,
      }
    case 'message-dropped':
      return {
        ...screen,
        outgoing: withoutMessage(screen.outgoing, event.clientId),
        returnedFiles: screen.outgoing.find(({ clientId }) => clientId === event.clientId)?.files ?? [],
        pendingTokens: 0,
      }
    case 'answer-started':
      return { ...screen, answer: newAnswer(event.at, event.opening) }
    case 'answer-ended':
      return { ...screen, answer: null, statusLine: screen.statusLine === answerResumed ? null : screen.statusLine }
    case 'chunks':
      return event.chunks.reduce(reduceChunk, screen)
    case 'notice-received':
      return applyNotice(screen, event.notice, event.run)
    case 'connection-lost':
      return { ...screen, connection: 'offline' }
    case 'connection-restored':
      return {
        ...screen,
        connection: 'online',
        statusLine: screen.connection === 'offline' && screen.answer !== null ? answerResumed : screen.statusLine,
      }
    case 'status-line-shown':
      return { ...screen, statusLine: event.statusLine }
    case 'status-line-closed':
      return { ...screen, statusLine: null }
  }
}

/** Whether the conversation changed in another tab or on another device while this screen shows the old state. */
export const isOutdated = ({ conversation, latestVersion, answer, outgoing }: ScreenState): boolean =>
  conversation !== null && answer === null && outgoing.length === 0 && latestVersion > conversation.version

/** The status of the window including what was just sent: the bar moves at once, before the server has counted. */
export function displayStatus({ conversation, pendingTokens }: ScreenState): WindowStatus | null {
  if (conversation === null || pendingTokens === 0) return conversation?.status ?? null
  const { used, breakdown, window, reserved } = conversation.status
  return windowStatus(
    {
      used: used + pendingTokens,
      source: 'estimated',
      breakdown: { ...breakdown, messages: breakdown.messages + pendingTokens },
    },
    { window, reserve: reserved },
  )
}

/** The title of the conversation. The first message gives it one, even before the server has answered. */
export function displayTitle({ conversation, entries, outgoing }: ScreenState): string | null {
  if (conversation === null || conversation.title !== untitled) return conversation?.title ?? null
  const words = firstWords(messagesOf(entries).map(({ message }) => message))
  return titleFromText(words === '' ? (outgoing[0]?.text ?? '') : words) ?? untitled
}

function addOutgoing(screen: ScreenState, message: OutgoingMessage): ScreenState {
  const { clientId, state, text, after } = message
  const others = withoutMessage(screen.outgoing, clientId)
  const isNew = state === 'sending' && !screen.outgoing.some(it => it.clientId === clientId && it.state === state)
  // Only the server knows what another branch holds.
  const tokens = isNew && after === undefined ? estimateTokens(text) : 0
  return { ...screen, outgoing: [...others, message], pendingTokens: screen.pendingTokens + tokens, statusLine: null }
}

/** The server has reported how full the window is. */
const withStatus = (screen: ScreenState, conversation: ConversationState, status: WindowStatus): ScreenState => ({
  ...screen,
  pendingTokens: 0,
  conversation: { ...conversation, status },
})

function applyLoaded(screen: ScreenState, conversation: ConversationState, page: EntriesResponse): ScreenState {
  const known = new Set(page.entries.map(entry => entry.id))
  return {
    ...screen,
    ...mergeNewestPage(screen, page),
    conversation,
    pendingTokens: 0,
    // The response may show that it ended before a notice says how.
    runningCompaction: conversation.compacting?.id ?? screen.runningCompaction,
    latestVersion: Math.max(screen.latestVersion, conversation.version),
    outgoing: screen.outgoing.filter(message => !known.has(message.clientId)),
  }
}

function reduceChunk(screen: ScreenState, chunk: Chunk): ScreenState {
  const { conversation, answer } = screen
  if (conversation === null) return screen
  switch (chunk.type) {
    case 'data-entry':
      return addStoredEntry(screen, chunk.data)
    case 'data-context':
      return withStatus(screen, conversation, chunk.data)
    case 'data-compaction':
      return applyProgress(screen, chunk.data)
    case 'data-failure':
      return { ...screen, statusLine: answerFailed(screen, conversation.model, chunk.data) }
    case 'data-warning':
      return { ...screen, statusLine: statusLines.warning(chunk.data.sentence) }
    default: {
      const next = answer === null ? null : applyChunk(answer, chunk)
      return next === answer ? screen : { ...screen, answer: next }
    }
  }
}

function addStoredEntry(screen: ScreenState, entry: DisplayEntry): ScreenState {
  if (screen.answer !== null && screen.answer.opening !== null) return openAnswer(screen, screen.answer, entry)
  const entries = insertEntry(screen.entries, entry)
  if (entry.type !== 'message') return { ...screen, entries }
  const { outgoing, answer } = screen
  if (entry.message.role === 'user') return { ...screen, entries, outgoing: withoutAcknowledged(outgoing, entry) }
  return {
    ...screen,
    entries,
    answer: answer !== null && entry.message.role === 'assistant' ? withoutStoredStep(answer) : answer,
  }
}

/** The first entry of a stream is where the answer begins. When it is asked for again there, what came after it stays as a branch. */
function openAnswer(screen: ScreenState, answer: StreamingAnswer, entry: DisplayEntry): ScreenState {
  const isAnswer = entry.type === 'message' && entry.message.role !== 'user'
  const opened = { ...answer, opening: null, continues: isAnswer ? entry.id : null }
  const at = answer.opening === 'again' ? screen.entries.findIndex(({ id }) => id === entry.id) : -1
  const isLast = screen.entries.slice(at + 1).every(({ type }) => type !== 'message')
  const entries = at === -1 || isLast ? screen.entries : screen.entries.slice(0, at + 1)
  return addStoredEntry({ ...screen, entries, answer: opened }, entry)
}

/** The entry has the client's id, or an id from the server; then the text decides. */
function withoutAcknowledged(outgoing: readonly OutgoingMessage[], entry: DisplayEntry): readonly OutgoingMessage[] {
  const byId = withoutMessage(outgoing, entry.id)
  if (byId.length < outgoing.length || entry.type !== 'message') return byId
  const text = entry.message.parts.find(part => part.type === 'text')?.text
  const at = outgoing.findIndex(message => message.text === text)
  return at < 0 ? outgoing : outgoing.toSpliced(at, 1)
}

function applyNotice(screen: ScreenState, notice: LiveNotice, run: string | null): ScreenState {
  const { conversation } = screen
  if (conversation === null || notice.type === 'models' || notice.id !== conversation.id) return screen
  switch (notice.type) {
    case 'status':
      return withStatus(screen, conversation, notice.status)
    case 'compaction':
      return applyProgress(screen, notice.progress)
    case 'offer':
    // The progress of the same compaction has said it.
    case 'conversation.compacted':
    case 'session.compacted':
      return screen
    case 'warning':
      return { ...screen, statusLine: statusLines.warning(notice.sentence) }
    case 'conversation': {
      const latestVersion = Math.max(screen.latestVersion, notice.version)
      if (run === null || notice.by !== run) return { ...screen, latestVersion }
      return {
        ...screen,
        latestVersion,
        conversation: { ...conversation, version: Math.max(conversation.version, latestVersion) },
      }
    }
  }
}

function applyProgress(screen: ScreenState, progress: CompactionProgress): ScreenState {
  const { conversation } = screen
  if (conversation === null) return screen
  const { id, phase } = progress
  if (phase === 'started')
    return { ...screen, runningCompaction: id, conversation: { ...conversation, compacting: progress } }
  const compacting = conversation.compacting?.id === id ? null : conversation.compacting
  const ended = { ...screen, conversation: { ...conversation, compacting } }
  // Stream and live feed both report the same end; it is shown once.
  if (screen.runningCompaction !== id) return ended
  const failure = phase === 'failed' ? (progress.sentence ?? '') : phase === 'completed' ? null : screen.lastFailure
  const isKnown = phase === 'failed' && failure === screen.lastFailure
  const statusLine = isKnown ? screen.statusLine : statusLines.compactionEnded(progress, lastWarnings(screen, id))
  return { ...ended, runningCompaction: null, lastFailure: failure, statusLine }
}

/** F1 what people were warned of at the last compaction: a cause that lasts is told once, not every time. */
function lastWarnings({ entries }: ScreenState, id: string): Receipt['warnings'] {
  const last = entries.findLast(entry => entry.receipt !== undefined && entry.id !== id)
  return last?.receipt?.warnings ?? []
}

/** A message that does not fit and a key that is refused are not the model's fault. */
function answerFailed({ entries, answer }: ScreenState, model: string, failure: ErrorResponse): StatusLine {
  const { code, sentence, details } = failure
  if (code === 'does-not-fit') return statusLines.doesNotFit(sentence, details?.trim)
  if (sentence === noSuchConversation) return statusLines.failed(sentence)
  if (details?.reason === 'refused-key') return statusLines.keyRefused(sentence)
  const failed = statusLines.modelFailed(model, sentence, hasAnswer(entries, answer) ? 'half' : 'nothing')
  return details?.reason === 'unavailable' ? withOfflineModel(failed) : failed
}

/** Whether something of an answer is shown, in the stream or as what was stored of it. */
function hasAnswer(entries: readonly DisplayEntry[], answer: StreamingAnswer | null): boolean {
  return (answer?.parts.length ?? 0) > 0 || entries.findLast(({ type }) => type === 'message')?.ending === 'failed'
}

const withoutMessage = (outgoing: readonly OutgoingMessage[], clientId: string): readonly OutgoingMessage[] =>
  outgoing.filter(message => message.clientId !== clientId)

/** Shown until the resumed answer has ended. */
const answerResumed = statusLines.reconnected()
