import { textOf } from '../../core/message.ts'
import { type Status, windowStatus } from '../../core/window.ts'
import type { Chunk } from '../api/chunk.ts'
import type {
  CompactionProgress,
  ConversationState,
  EntryPage,
  Notice,
  SendRequest,
  ShownEntry,
} from '../api/contract.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import { titleFrom, untitled } from '../text/title.ts'
import { type Answer, newAnswer, stored, writeOn } from './answer.ts'
import { mergeEntry, mergePage, olderPage } from './loaded-entries.ts'
import { type Strip, strips } from './status-line.ts'

/** All that a screen shows of one conversation. Web and terminal draw it; neither keeps anything beside it. */
export type Screen = {
  readonly conversation: ConversationState | null
  /** The newest stretch of the branch, without gaps up to the head. */
  readonly entries: readonly ShownEntry[]
  /** Whether the branch goes on above the stretch. */
  readonly more: boolean
  /** What was sent and is not acknowledged yet. */
  readonly outgoing: readonly Outgoing[]
  /** About how many tokens were sent since the server last said how full the window is. */
  readonly uncounted: number
  readonly answer: Answer | null
  /** The compaction that was seen to run and whose end is still to be told. */
  readonly untold: string | null
  /** The newest version of the conversation that anyone told of. */
  readonly heard: number
  readonly link: 'up' | 'down'
  /** The last thing worth saying, until it is closed or something takes its place. */
  readonly told: Strip | null
}

export type Outgoing = SendRequest & { readonly state: 'sending' | 'kept' }

export type ScreenEvent =
  | { readonly type: 'read'; readonly conversation: ConversationState; readonly page: EntryPage }
  | { readonly type: 'older-read'; readonly page: EntryPage }
  | { readonly type: 'message-sent'; readonly message: Outgoing }
  | { readonly type: 'message-kept' | 'message-dropped'; readonly clientId: string }
  | { readonly type: 'answer-started'; readonly at: number }
  | { readonly type: 'answer-ended' }
  | { readonly type: 'chunks'; readonly chunks: readonly Chunk[] }
  | { readonly type: 'noticed'; readonly notice: Notice; readonly run: string | null }
  | { readonly type: 'link-lost' | 'link-found' }
  | { readonly type: 'told'; readonly strip: Strip }
  | { readonly type: 'strip-closed' }

export const blankScreen: Screen = {
  conversation: null,
  entries: [],
  more: false,
  outgoing: [],
  uncounted: 0,
  answer: null,
  untold: null,
  heard: 0,
  link: 'up',
  told: null,
}

/** The screen after one more event. Pure: what is shown depends on what happened and on nothing else. */
export function nextScreen(screen: Screen, event: ScreenEvent): Screen {
  switch (event.type) {
    case 'read':
      return read(screen, event.conversation, event.page)
    case 'older-read':
      return { ...screen, ...olderPage(screen, event.page) }
    case 'message-sent':
      return messageSent(screen, event.message)
    case 'message-kept':
      return {
        ...screen,
        outgoing: screen.outgoing.map(it => (it.clientId === event.clientId ? keep(it) : it)),
        uncounted: 0,
      }
    case 'message-dropped':
      return { ...screen, outgoing: without(screen.outgoing, event.clientId), uncounted: 0 }
    case 'answer-started':
      return { ...screen, answer: newAnswer(event.at) }
    case 'answer-ended':
      return { ...screen, answer: null, told: screen.told === goingOn ? null : screen.told }
    case 'chunks':
      return event.chunks.reduce(nextByChunk, screen)
    case 'noticed':
      return noticed(screen, event.notice, event.run)
    case 'link-lost':
      return { ...screen, link: 'down' }
    case 'link-found':
      return { ...screen, link: 'up', told: screen.link === 'down' ? reconnected(screen) : screen.told }
    case 'told':
      return { ...screen, told: event.strip }
    case 'strip-closed':
      return { ...screen, told: null }
  }
}

/** Whether the conversation changed in another tab or on another device, and this screen shows the old state. */
export const isBehind = ({ conversation, heard, answer, outgoing }: Screen): boolean =>
  conversation !== null && answer === null && outgoing.length === 0 && heard > conversation.version

/** What the window holds, with what was just sent: the bar moves at once, and the server's own figure takes its place. */
export function shownStatus({ conversation, uncounted }: Screen): Status | null {
  if (conversation === null || uncounted === 0) return conversation?.status ?? null
  const { used, breakdown, window, reserved } = conversation.status
  return windowStatus(
    {
      used: used + uncounted,
      source: 'estimated',
      breakdown: { ...breakdown, messages: breakdown.messages + uncounted },
    },
    { window, reserve: reserved },
  )
}

/** What the conversation is called: from the first words on they are its name, also before the server has said so. */
export function shownTitle({ conversation, entries, outgoing }: Screen): string | null {
  if (conversation === null || conversation.title !== untitled) return conversation?.title ?? null
  const first = entries.find(entry => entry.type === 'message' && entry.message.role === 'user')
  const words = first?.type === 'message' ? textOf(first.message) : outgoing[0]?.text
  return titleFrom(words ?? '') ?? untitled
}

function messageSent(screen: Screen, message: Outgoing): Screen {
  const { clientId, state, text, after } = message
  const others = without(screen.outgoing, clientId)
  const isNew = state === 'sending' && !screen.outgoing.some(it => it.clientId === clientId && it.state === state)
  // What another branch holds is for the server to say.
  const tokens = isNew && after === undefined ? estimateTokens(text) : 0
  return { ...screen, outgoing: [...others, message], uncounted: screen.uncounted + tokens, told: null }
}

/** The server has said how full the window is. */
const counted = (screen: Screen, conversation: ConversationState, status: Status): Screen => ({
  ...screen,
  uncounted: 0,
  conversation: { ...conversation, status },
})

function read(screen: Screen, conversation: ConversationState, page: EntryPage): Screen {
  const known = new Set(page.entries.map(entry => entry.id))
  return {
    ...screen,
    ...mergePage(screen, page),
    conversation,
    uncounted: 0,
    // A read may show that it ended before anyone says how.
    untold: conversation.compacting?.id ?? screen.untold,
    heard: Math.max(screen.heard, conversation.version),
    outgoing: screen.outgoing.filter(message => !known.has(message.clientId)),
  }
}

function nextByChunk(screen: Screen, chunk: Chunk): Screen {
  const { conversation, answer } = screen
  if (conversation === null) return screen
  switch (chunk.type) {
    case 'data-entry':
      return entryStored(screen, chunk.data)
    case 'data-context':
      return counted(screen, conversation, chunk.data)
    case 'data-compaction':
      return progressed(screen, chunk.data)
    case 'error':
      return { ...screen, told: answerFailed(conversation.model, chunk.errorText) }
    case 'data-warning':
      return { ...screen, told: strips.warned(chunk.data.sentence) }
    default:
      return answer === null ? screen : { ...screen, answer: writeOn(answer, chunk) }
  }
}

function entryStored(screen: Screen, entry: ShownEntry): Screen {
  const entries = mergeEntry(screen.entries, entry)
  if (entry.type !== 'message') return { ...screen, entries }
  const { outgoing, answer } = screen
  if (entry.message.role === 'user') return { ...screen, entries, outgoing: acknowledged(outgoing, entry) }
  return { ...screen, entries, answer: answer !== null && entry.message.role === 'assistant' ? stored(answer) : answer }
}

/** The entry carries the client's id, or the server has one of its own and the words tell. */
function acknowledged(outgoing: readonly Outgoing[], entry: ShownEntry): readonly Outgoing[] {
  const byId = without(outgoing, entry.id)
  if (byId.length < outgoing.length || entry.type !== 'message') return byId
  const text = entry.message.parts.find(part => part.type === 'text')?.text
  const at = outgoing.findIndex(message => message.text === text)
  return at < 0 ? outgoing : outgoing.toSpliced(at, 1)
}

function noticed(screen: Screen, notice: Notice, run: string | null): Screen {
  const { conversation } = screen
  if (conversation === null || notice.id !== conversation.id) return screen
  switch (notice.type) {
    case 'status':
      return counted(screen, conversation, notice.status)
    case 'compaction':
      return progressed(screen, notice.progress)
    case 'offer':
      return screen
    case 'warning':
      return { ...screen, told: strips.warned(notice.sentence) }
    case 'conversation': {
      const heard = Math.max(screen.heard, notice.version)
      if (run === null || notice.by !== run) return { ...screen, heard }
      return { ...screen, heard, conversation: { ...conversation, version: Math.max(conversation.version, heard) } }
    }
  }
}

function progressed(screen: Screen, progress: CompactionProgress): Screen {
  const { conversation } = screen
  if (conversation === null) return screen
  const { id, phase } = progress
  if (phase === 'started') return { ...screen, untold: id, conversation: { ...conversation, compacting: progress } }
  const compacting = conversation.compacting?.id === id ? null : conversation.compacting
  const ended = { ...screen, conversation: { ...conversation, compacting } }
  // Stream and live feed both tell of the same end; it is said once.
  return screen.untold === id ? { ...ended, untold: null, told: strips.compactionEnded(progress) } : ended
}

/** What does not fit is the conversation's matter and not the model's. */
function answerFailed(model: string, sentence: string): Strip {
  const fits = !sentence.startsWith('This does not fit')
  return fits ? strips.modelFailed(model, sentence) : strips.doesNotFit(sentence.replace(/^This does not fit\.? */, ''))
}

const keep = (message: Outgoing): Outgoing => ({ ...message, state: 'kept' })

const without = (outgoing: readonly Outgoing[], clientId: string): readonly Outgoing[] =>
  outgoing.filter(message => message.clientId !== clientId)

const reconnected = ({ answer, told }: Screen): Strip | null => (answer === null ? told : goingOn)

/** Holds until the answer that goes on has ended. */
const goingOn = strips.reconnected()
