// A conversation as a whole: its header, menu and dialogs.
import { texts } from '../../client/text/texts.ts'

// BranchesDialog
export const branches = texts.branches
export const thisBranch = 'This branch'
export const theEndOfThisBranch = 'The end of this branch'
export const anotherBranch = 'Another branch'

// ConversationDialog
export const instructions = 'Instructions'

// ConversationHeader
export const withInstructions = 'with instructions'
export const allConversations = 'All conversations'
export const view = 'View'
export const youSee = 'You see'
export const modelSees = 'Model sees'
export const moreAboutIt = 'More about this conversation'

// ConversationMain
export const aBlankPage = 'A blank page'
export const opening = texts.opening

// ConversationScreen
export const pageTitle = (title: string | number): string => `${title} – Longhand`
export const cannotBeOpened = 'This conversation cannot be opened'
export const theAnswerIsBeingWritten = 'The answer is being written.'
export const answerFinished = 'Answer finished.'

// DeleteDialog
export const goesToo = (messages: string, checkpoints: string): string => `${messages} and ${checkpoints}.`

// HelpDialog
export const commandsAndKeys = texts.commandsAndKeys
export const searchKey = 'Search every word, or go to ¶ 24'
export const switchView = 'What you see / what the model sees'
export const esc = 'Esc'
export const escapeKey = 'Close, cancel or stop'
export const messageKeys = 'From message to message; p protects, c copies, f forks, e edits, r regenerates'

// InstructionsDialog
export const temperature = 'Temperature'
export const defaultLabel = 'default'

// ProjectDialog
export const moveToProject = 'Move to a project'
export const noProjectYet = 'No projects yet. Create one on the start screen.'

// conversation-actions
export const summarySaved = 'Summary saved. Undo brings back the old one.'
export const aNewBranchBeginsHere = 'A new branch begins here. What came after stays.'
export const instructionsSaved = 'Instructions saved. They apply from the next answer.'

// conversation-menu
export const saveACheckpoint = 'Save a checkpoint'
export const condensePreview = 'Preview condensing'
export const instructionsItem = 'Instructions…'
export const moveToProjectItem = 'Move to a project…'
export const shareAsAPageReadOnly = 'Share as a read-only page'
export const exportAsMarkdown = 'Export as Markdown'
export const exportAsJsonComplete = 'Export as JSON (complete)'
export const deleteConversation = 'Delete conversation…'

// run-command
export const notACommand = 'A command starts with a slash and a word. /help lists them.'
