// The screens of `longhand chat`. What the page says too is in the texts of the client.
import { texts } from 'longhand/internal/client'

// Keys, with what they do
export const keys = {
  choose: '↑↓ choose',
  chooseAbove: '↑ choose',
  scroll: '↑↓ PgUp PgDn',
  back: 'Esc back',
  close: 'Esc close',
  cancel: 'Esc cancel',
  stop: 'Esc stop',
  quit: '^C quit',
  leave: 'q quit',
  commands: '/ commands',
  search: '/ search',
  findMatches: 'Enter search',
  complete: 'Tab complete',
  run: 'Enter run',
  open: 'Enter open',
  resume: 'Enter resume',
  resumeFromHere: 'Enter resume from here',
  resumeAnyway: 'y resume anyway',
  resumeLatest: 'r resume latest',
  notNow: 'n not now',
  startNew: 'n new',
  done: 'Enter done',
  switchBranch: 'Enter switch to it',
  showCheckpoints: 'c checkpoints',
  checkpoints: '^K checkpoints',
  modelView: '^V what the model sees',
  whatWasKept: '^O what was kept',
  more: '^O more',
  branches: '^B branches',
  refresh: '^R refresh',
  retry: '^R retry',
  tryNow: '^R try now',
  continueAnswer: '^G continue',
  condenseNow: 'c condense now',
  earlier: 'm read earlier ones',
  undo: 'u undo',
  edit: 'e edit',
  renameOrRemove: 'r rename   x delete',
  kinds: 'Tab code, decision, fix, yours',
} as const

// Start
export const offlineModel = `${texts.offlineModelInUse}. It answers only by quoting what it was sent.`
export const searchLabel = ' Search: '
export const conversationColumn = 'Conversation'
export const figureColumns = 'Last        Window          Checkpoints'
export const usedColumn = 'Used'
export const sample = 'Sample conversation, about to be condensed'
export const nothingFound = (search: string): string => `Nothing found for “${search}”.`

// Transcript
export const reasoning = (count: string): string => `▸ reasoning, ${count}`
export const file = (name: string, mediaType: string): string => `▸ file ${name} (${mediaType})`
export const toolCall = 'tool call'
export const failedCalls = (count: number): string => `✗ ${count} failed`
export const running = 'running…'
export const callNotAnswered = 'not answered'
export const notAllowed = 'not allowed'
export const failed = 'failed'
export const done = 'done'
export const systemAuthor = 'sys'
export const modelAuthor = 'model'
export const isProtected = 'protected'
export const fork = (index: number, of: number): string => `${index} of ${of}`
export const interrupted = (time: string): string => `Interrupted at ${time}.`
export const stopped = 'Stopped.'
export const notAnswered = 'Not answered.'
export const modelFailed = 'The model failed here.'
export const undone = (title: string): string => `${title}, undone`
export const clientWrites = (client: string): string => `  ${client} writes`
export const waitingToBeSent = 'Waiting to be sent.'
export const pasted = (number: number, size: string): string => `[pasted ${number}: ${size}]`

// Checkpoints
export const notCondensed = 'not condensed'
export const summaryNumber = (number: number): string => `summary ${number}`
export const noCheckpoints = `${texts.noCheckpointsYet}. ${texts.noCheckpoints}`
export const noneOfThisKind = 'None of this kind.'
export const labelLabel = ' Label: '
export const checkpointHint = 'What came after stays as a branch. Kept 30 days, 50 at most.'
export const shown = (filter: string): string => `Showing: ${filter}`
export const savedProgress = 'Saved progress'

// Branches
export const onlyBranch = 'This is the only branch.'
export const branchesHint = ' Branches are never deleted; switching leaves the others as they are.'
export const noMessages = 'No messages yet.'
export const switchedBranch = 'Switched to this branch.'

// Preview of a compaction
export const preview = 'Preview'
export const nothingChanged = 'nothing has changed yet'
export const condensing = 'Condensing context…'
export const folds = 'folds'
export const keeps = 'keeps'
export const tokens = 'tokens'
export const retains = 'retains'
export const summary = 'summary'
export const cost = 'cost'
export const atMost = (before: string, after: string): string => `${before} → at most ${after}`
export const summaryOf = (tokens: string, budget: string): string => `${tokens} of ${budget}`
export const notKnown = 'not known'

// Pages to read
export const context = 'Context'
export const unprotectHint = '/unprotect N releases one'
export const linesSeen = (seen: number, lines: number): string => `${seen} of ${lines} lines `
export const moreAbove = 'more above'
export const fromTheBeginning = 'from the beginning'
export const summaryTitle = 'The summary the model reads'
export const whatWasKept = 'What was kept'
export const yourSummary = 'The model reads your version now.'
export const messagesIn = (count: number): string => `of ${count}`
export const resultOf = (tool: string, outcome: string): string => `▸ result of ${tool}, ${outcome}`

// Help
export const keysTitle = 'keys'
export const send = 'Send'
export const newLine = 'New line'
export const escapeKey = 'Close the menu, cancel condensing, stop the answer'
export const keptKey = 'What was kept of the folded messages'
export const callsKey = 'Open or close tool calls'
export const earlierKey = 'Earlier messages'
export const retryKey = 'Refresh, resend or retry the answer'
export const continueKey = 'Continue an answer that was cut off'
export const redrawKey = 'Redraw the screen'
export const quitKey = 'Quit; an answer in progress continues'
