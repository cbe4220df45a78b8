import type { GateReason } from '../../core/gate-reason.ts'
import type { Policy } from '../../core/policy.ts'
import type { ProtectedExchange } from '../../core/protect.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import type { View } from '../../core/view.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { ProviderWait } from '../api/chunk.ts'
import type { ConversationRow, Receipt, RecoveryOffer } from '../api/contract.ts'
import { formatMessageNumbers, formatNumber, formatPercent, formatTime, pluralize } from './format.ts'

/** The texts of the screens that are not status lines, the same in web and terminal. */
export const texts = {
  longhand: 'Longhand',
  you: 'You',
  opening: 'Opening…',
  now: 'Now',
  automatic: 'automatic',
  savedByYou: 'saved by you',
  editedByYou: 'edited by you',
  inOwnWords: 'in the originals’ own words',
  branches: 'Branches',
  checkpoints: 'Checkpoints',
  noCheckpointsYet: 'No checkpoints yet',
  commandsAndKeys: 'Commands and keys',
  contextCondensed: 'Context condensed',
  whatTheModelSees: 'What the model sees',
  reservedForTheAnswer: 'Reserved for the answer',
  protectedLargestFirst: 'Protected, largest first:',
  windowUnknown: 'window unknown',
  offlineModelInUse: 'Offline model in use',
  didNotCloseCleanly: 'It did not close cleanly.',
  motto: 'You keep the longhand; the model reads the shorthand.',
  composerPlaceholder: 'Write a message, or / for a command',
  startPlaceholder: 'Write a message to begin a conversation',
  firstMessage: 'The first message is always protected: say here what must never be forgotten.',
  commandsElsewhere: 'Commands work in a conversation. Begin one with a message.',
  blankPage: 'Write the first message. It is always protected, so say here what must never be forgotten.',
  keepsEverything: 'Longhand keeps every word. The model reads what fits.',
  writtenElsewhere: 'Written elsewhere',
  followsClient:
    'Its messages appear here as they arrive. What you undo, edit, protect or restore applies to its next request.',
  goOnHere: 'Continue here',
  dropTitle: 'Drop to attach',
  dropHint: 'Files of any kind, about 7 MB in all. They go with your next message.',
  dropRefused: 'Files cannot be attached here',
  dropRefusedHint: 'A program writes this conversation. Continue in a copy to attach files.',
  sendMeanwhile: 'You can send while this runs; nothing waits.',
  offlineModelHint: 'It answers only by quoting what it was sent. Choose a real one.',
  connectHint: 'Paste a key, or use Ollama. Until then the offline model answers, by quoting what it was sent.',
  sampleHint: 'A long conversation, just below the threshold. Send one more and watch it condense.',
  deletedFor: 'You can restore it for 30 days in Settings, under Data and export.',
  checkpointExpiry: 'Kept for 30 days, 50 at most. When a checkpoint expires, its messages stay.',
  instructionsHint:
    'The model is told this before everything else in the conversation: who it should be, what to keep in mind, how to answer.',
  projectInstructionsHint:
    'The model is told this in every conversation in the project. A conversation can also have its own instructions.',
  temperatureHint: 'From 0, the most predictable, to 2. Leave it empty for the model’s default.',
  nothingFolded: 'Nothing is folded. The model reads every word.',
  noConversations: 'No conversations yet',
  noCheckpoints: 'They appear when code is written, a decision is made or an error is solved.',
  noReceipts: 'Nothing condensed yet',
  smallerWindow:
    'Nothing is lost. The older part will be condensed soon after you continue. What came after this checkpoint stays as a branch.',
} as const

export const noCheckpointCalled = (id: string): string => `There is no checkpoint ${id}. /checkpoints lists them.`

/** What answers without a key and without a network. */
export const offlineModel = 'offline/quoting'

export const nowUsing = (model: string): string => `Now using ${model}.`

/** 58,880 / 128,000 tokens – 46% */
export function windowLabel({ used, window, share, source }: WindowStatus): string {
  const figure = source === 'unknown' ? '–' : formatNumber(used)
  if (window === null || share === null) return `${figure} tokens, ${texts.windowUnknown}`
  return source === 'unknown'
    ? `– / ${formatNumber(window)} tokens`
    : `${figure} / ${formatNumber(window)} tokens – ${formatPercent(share)}`
}

/** The same for screen readers. */
export function windowAriaText({ used, window, share }: WindowStatus): string {
  if (window === null || share === null) return `${formatNumber(used)} tokens, ${texts.windowUnknown}`
  return `${formatNumber(used)} of ${formatNumber(window)} tokens, ${Math.round(share * 100)} percent`
}

export const levelAnnouncements: Readonly<Record<WindowStatus['level'], string>> = {
  green: 'The window has room.',
  yellow: 'The window is filling up.',
  red: 'The window is nearly full.',
}

export const dividerTitle = ({ before, after }: Pick<Receipt, 'before' | 'after'>): string =>
  `${texts.contextCondensed} (${formatNumber(before)} → ${formatNumber(after)} tokens)`

export function dividerMeta(receipt: Receipt): string {
  const { folded, kept, version } = receipt
  const meta = `${pluralize(folded, 'message')} folded, ${formatNumber(kept)} kept · ${retainedLabel(receipt)}`
  return version > 1 ? `${meta} · summary ${version}` : meta
}

/** V13 beside a message that the model does not read in full. */
export const trimmedForTheModel = ({ before, after }: { readonly before: number; readonly after: number }): string =>
  `Trimmed for the model: ${formatNumber(before)} → ${formatNumber(after)} tokens`

/** What is said of a view without a summary. */
export const unfoldedLabel = (view: View): string =>
  view.some(({ kind }) => kind === 'trimmed')
    ? 'Nothing is folded. The model reads every word, except in trimmed messages.'
    : texts.nothingFolded

/** When condensing starts, as the breakdown says it; null when nothing starts it. */
export function condensesAt({ automatic, threshold, prepare }: Policy, window: number | null): string | null {
  if (automatic === 'off') return 'Automatic condensing is off.'
  if (window === null || threshold.share === null) return null
  const at = (share: number) => `${formatNumber(window * share)} (${formatPercent(share)})`
  if (automatic === 'ask') return `A summary is offered from ${at(prepare)}. It takes effect when you accept it.`
  return `Condenses at ${at(threshold.share)}. A summary is prepared from ${at(prepare)}.`
}

/** P4 what is protected and what it takes, largest first: ¶ 17–18 (1,540), ¶ 24 (900) and 3 more. */
export function protectedLabel(all: readonly ProtectedExchange[], named: number): string {
  const names = all
    .slice(0, named)
    .map(({ from, to, count }) => `${formatMessageNumbers([from, to])} (${formatNumber(count)})`)
  return `${names.join(', ')}${all.length > named ? ` and ${formatNumber(all.length - named)} more` : ''}`
}

/** F3 Rate limit. Next try in 20 s. */
export function waitLabel({ reason, until }: ProviderWait, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  return `${waitReasons[reason]}. ${seconds === 0 ? 'Trying again' : `Next try in ${seconds} s`}`
}

const waitReasons: Readonly<Record<ProviderWait['reason'], string>> = {
  'rate-limited': 'Rate limit',
  overloaded: 'The provider is overloaded',
  unavailable: 'The provider is not answering',
}

/** What people call a model: its id without the provider. */
export const modelName = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

/** K7 what is offered after an abnormal end; a conversation without checkpoints goes on from its newest message. */
export const recoveryTitle = ({ at, label, checkpoint }: RecoveryOffer): string =>
  `${checkpoint === null ? 'Resume where you left off?' : 'Resume from checkpoint?'} ${formatTime(at)} – ${label}`

/** K7 what a recovery prompt opens: which conversation, at which message. */
export function recoveryPlace({ title, number, preview }: RecoveryOffer): string {
  if (number === 0) return `Opens “${title}”, which has no messages yet.`
  const words = preview === null ? '' : `: “${toSingleLine(preview)}”`
  return `Opens “${title}” at ¶ ${number}${words}`
}

export const conversationMeta = ({ messages, compactions }: ConversationRow): string =>
  compactions > 0 ? `${pluralize(messages, 'message')} · condensed ${compactions}×` : pluralize(messages, 'message')

/** A message on one line, without Markdown. */
export const toSingleLine = (text: string): string =>
  text
    .replace(/^(?:[ \t]*(?:>|[-*+]|#{1,6}|\d{1,3}[.)])[ \t]+)+/gm, '')
    .replace(/\*\*|`+/g, '')
    .replace(/\s+/g, ' ')
    .trim()

export const triggerLabels: Readonly<Record<Receipt['trigger'], string>> = {
  threshold: 'the threshold',
  'cold-cache': 'the provider’s cache had expired',
  person: '/compact',
  limit: 'the limit of the window',
  overflow: 'the provider refused',
  'model-change': 'a smaller model',
  tool: 'the model asked',
}

/** What each gate asks of a summary. */
export const gateLabels: Readonly<Record<GateReason, string>> = {
  'cut-off': 'It is complete',
  refused: 'It is not a refusal',
  empty: 'It is not empty',
  skeleton: 'It is more than headings',
  garbled: 'It uses the words of the conversation',
  echo: 'It is not a copy of the originals',
  'not-smaller': 'It is smaller than what it replaces',
  'too-long': 'It is within its budget',
  'control-text': 'It contains no control text',
  planted: 'It contains no instructions from a tool',
  'something-new': 'It adds nothing that was not said',
  secret: 'It contains no secrets',
  'sections-missing': 'It has all its sections',
  'constraint-lost': 'It has your constraints, word for word',
  'facts-missing': 'It keeps the facts',
}

type Retained = Pick<Receipt, 'retention' | 'facts'>

/** 97% of 118 facts. Old receipts do not have the number of facts. */
export function formatRetention({ retention, facts }: Retained): string {
  if (facts === null) return formatPercent(retention)
  return isRetentionMeasured({ facts }) ? `${formatPercent(retention)} of ${pluralize(facts, 'fact')}` : notMeasured
}

/** 97% retained. */
export const retainedLabel = (receipt: Retained): string =>
  isRetentionMeasured(receipt) ? `${formatPercent(receipt.retention)} retained` : `retention ${notMeasured}`

/** Of a handful of facts any text keeps all. */
export const notMeasured = 'not measured'
