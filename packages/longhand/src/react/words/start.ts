// The start screen, and projects.
import { texts } from '../../client/text/texts.ts'

// ConversationList
export const pinned = 'Pinned'
export const checkpointsUnit = 'checkpoints'

// ProjectFilesDialog
export const filesOf = (name: string | number): string => `Files in ${name}`
export const projectFilesHint =
  'The model reads these files in full, in every conversation in the project. They take up room in its window.'
export const projectFiles = 'Project files'
export const addFiles = 'Add files…'
export const done = 'Done'
export const deleteFileHint = 'Conversations in the project will no longer include it. This cannot be undone.'
export const noFilesYet = 'No files yet. Add text files, or drop them here.'
export const isAPicture = (name: string | number): string =>
  `${name} is a picture. A project holds text files: attach the picture to the message that is about it.`
export const isAPdf = (name: string | number): string =>
  `${name} is a PDF. A project holds text files: save it as text and add that, or attach the PDF to a message.`
export const notText = (name: string | number): string =>
  `${name} is not text. A project holds text files: attach it to a message instead.`
export const isEmpty = (name: string | number): string => `${name} is empty.`

// ProjectPicker
export const newProjectItem = 'New project…'
export const askOfficer = 'Ask its Chief Knowledge Officer'
export const projectInstructions = 'Project instructions…'
export const projectFilesItem = 'Project files…'
export const renameProject = 'Rename project…'
export const deleteProject = 'Delete project…'
export const projects = 'Projects'
export const newProject = 'New project'
export const create = 'Create'
export const instructionsOf = (name: string | number): string => `Instructions for ${name}`
export const project = 'Project'
export const recent = 'Recent'
export const goesWithIt = (conversations: string): string =>
  `This also deletes its Chief Knowledge Officer, its files, ${conversations} and the memories they left behind.`

// RecoveryPrompt
export const recoveryHint = `${texts.didNotCloseCleanly} Nothing was lost.`
export const notNow = 'Not now'
export const browse = 'Browse'
export const resume = 'Resume'

// StartNotes
export const sampleConversation = 'Sample conversation'
export const offlineModelInUse = texts.offlineModelInUse
export const choose = 'Choose'

// StartScreen
export const browseCheckpoints = 'Browse checkpoints'
export const resumeLatest = 'Resume latest'
export const searchHint = 'Search titles, messages, files and checkpoints'
export const couldNotLoad = 'Conversations could not be loaded'
export const tryNow = 'Try now'
export const noConversationsHint = 'Start one above, or open the sample below.'
