// Dividers, summaries, previews, and what the model sees.
import { texts } from '../../client/text/texts.ts'

// Checks
export const inOwnWords = texts.inOwnWords
export const passed = (passed: string | number): string => `${passed} passed`
export const repairedCount = (repaired: string | number): string => `${repaired} repaired`
export const editedByYou = 'edited by you, and used as written'
export const checks = 'Checks:'
export const repaired = 'repaired'

// ChooseMessages
export const chooseMessages = 'Choose messages'
export const keep = 'Keep'
export const fold = 'Fold'

// CompactionDetails
export const editSummary = 'Edit summary'
export const previewView = 'Show model view'
export const also = 'Also:'
export const tokensSaved = (reduction: string | number): string => `tokens saved (${reduction})`
export const theFacts = 'the facts'
export const retention = (notMeasured: string | number): string => `retention ${notMeasured}`
export const messagesFoldedKept = 'messages folded / kept'
export const inTheBackground = 'in the background'
export const noModelNeeded = 'no model needed'
export const writtenOffline = 'written offline'
export const more = 'more'
export const keptAsWritten = ', kept as written'
export const ofRetained = (which: string | number): string => `of ${which} retained`

// CompactionDivider
export const contextCondensed = texts.contextCondensed
export const undoneMark = (at: string | number): string => `Undone · was condensed at ${at}`
export const editedMark = ` · ${texts.editedByYou}`
export const redo = 'Redo'

// EditSummaryDialog
export const editTheSummary = 'Edit the summary'
export const editSummaryHint =
  'The model reads this instead of the folded messages, which stay as they are. Undo brings the old summary back.'
export const useThisSummary = 'Use this summary'

// ModelView
export const andTokens = (value: string | number): string => ` · ${value} tokens`
export const usedTokens = (used: string | number): string => `${used} tokens`
export const protectedWordForWord = 'Protected, word for word'
export const foldedIntoTheSummary = 'Folded into the summary'
export const recentWordForWord = 'Recent, word for word'
export const sentUnchanged = (tokens: string): string =>
  `System prompt and tools, ${tokens} tokens, are sent unchanged.`
export const versionOf = (version: number, numbers: string): string => `version ${version} · covers ${numbers}`
export const ofTheProject = (files: string): string => `${files} from the project`
export const thatItMayCall = (tools: string): string => `${tools} it can call`
export const undoCondensing = 'Undo condensing'
export const copyAsJson = 'Copy as JSON'
export const backToWhatYouSee = 'Back to what you see'
export const trimmedMark = 'Trimmed · '
export const isProtected = 'protected'
export const kept = 'kept'
export const tool = 'tool'
export const inSummary = 'in summary'

// PreviewDialog
export const previewTitle = 'Preview: nothing has changed yet'
export const dryRun = 'dry run'
export const checkingPreview = 'Checking what would be condensed…'
export const summaryToEdit = 'Summary (you can edit it)'
export const about = (text: string | number): string => `about ${text}`
export const summaryWrittenLater = 'The summary will be written when you condense.'
export const rewrite = 'Rewrite'
export const condenseWithThisSummary = 'Condense with this summary'
export const alreadyCondensing = 'It is already being condensed.'

// PreviewFigures
export const tokensNow = 'Tokens now'
export const after = 'After'
export const messagesFolded = 'Messages folded'
export const keptWordForWord = 'Kept word for word'
export const factsFound = 'Facts found'
export const whatWouldHappen = 'What would happen'
export const staysAsItIs = 'Stays as it is'
export const firstMessage = 'First message'
export const firstMessages = 'First messages'
export const theLastMessage = 'The last message'
export const theLast = (length: string | number): string => `The last ${length}`

// SentBefore
export const sentBefore = 'Sent before all messages'
export const noSystemPrompt = 'No system prompt. Instructions for a conversation or a project appear here.'
export const instructionsBefore = 'Instructions, before all messages'

// WholeMessagesDialog
export const asSentToTheModel = (numbers: string | number): string => `${numbers}, as sent to the model`
export const copyEverything = 'Copy everything'
