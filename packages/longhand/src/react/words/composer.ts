// Where a person writes.
import { texts } from '../../client/text/texts.ts'

// CommandList
export const atAnyTime = 'at any time'
export const smallModel = 'small model'
export const lookFirst = 'preview it first'
export const commands = 'Commands'
export const choose = 'choose'
export const complete = 'complete'
export const run = 'run'
export const close = 'close'

// Composer
export const protectThisMessage = 'Protect this message'
export const escToStop = 'Esc to stop'
export const enterToRun = 'Enter to run'
export const stop = 'Stop'
export const runCommand = 'Run'
export const sendNext = 'Send next'
export const sending = 'Sending'
export const keptInThisBrowser = 'Saved in this browser'
export const savedOnThisMachine = 'Saved · on this machine'
export const draftKept = 'Draft saved'
export const offlineModel = (offlineModelHint: string | number): string => `Offline model. ${offlineModelHint}`

// FilePicker
export const files = 'Files'
export const attachAFile = 'Attach a file'
export const remove = (name: string | number): string => `Remove ${name}`
export const isTooLarge = 'is too large'
export const areTooLarge = 'are too large'
export const isAFolder = 'is a folder'
export const areFolders = 'are folders'
export const attachInstead = 'Attach the files in it instead.'
export const cannotBeRead = 'cannot be read'
export const checkThatItExists = 'Check that it still exists.'
export const filesLimit = (megabytes: string | number): string =>
  `The files of one message can be about ${megabytes} MB in total.`

// ModelPicker
export const model = (name: string | number): string => `Model: ${name}`
export const quotesOnly = (name: string | number): string => `${name}, quotes only`
export const windowUnknown = texts.windowUnknown
export const condensesFirst = 'condenses first'

// ReplyTargetLine
export const forkedReply = (number: string | number): string => `After ¶ ${number}, in a new branch.`
export const editedReply = (number: string | number): string => `¶ ${number} edited; the old one stays as a branch.`
export const replyAtTheEnd = 'Reply at the end instead'

// WrittenElsewhere
export const inACopy = 'In a copy of this conversation'
