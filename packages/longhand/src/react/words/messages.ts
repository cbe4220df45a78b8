// Messages, answers, and what can be done with them.

// AnswerCard
export const isWriting = (model: string | number): string => `${model} is writing`
export const reading = 'Reading'
export const writing = (answer: string | number): string => `Writing · ${answer}`

// MessageActions
export const editAndResend = 'Edit and resend'
export const regenerate = 'Regenerate'
export const continueLabel = 'Continue'
export const saveACheckpointHere = 'Save a checkpoint here'
export const forkFromHere = 'Fork from here'
export const more = 'More'
export const condenseUpToHere = 'Condense up to here'
export const firstAlwaysProtected = 'The first message is always protected'
export const alwaysProtected = 'Always protected'
export const release = 'Release'
export const protect = 'Protect'

// MessageBody
export const reasoning = 'Reasoning'

// MessageCard
export const inTheSummary = 'in the summary'
export const inPart = 'trimmed for the model'
export const sealed = (tokens: string): string => `Protected · ${tokens} tokens, word for word in every view`
export const sealedWithExchange = (tokens: string): string =>
  `Protected with its exchange · ${tokens} tokens, word for word in every view`
export const at = 'at'
export const retry = 'Retry'
export const model = 'Model'
export const interrupted = 'Interrupted'
export const stopped = 'Stopped'
export const failed = 'Failed'
export const notAnswered = 'Not answered.'
export const previousBranch = 'Previous branch'
export const ofWord = 'of'
export const nextBranch = 'Next branch'

// MessageList
export const backToDivider = 'Back to divider'
export const newest = 'Newest'

// OutgoingCard
export const waiting = 'waiting'
export const sending = 'sending'
export const youNotSentYet = 'You, not sent yet'
export const notSentYet = 'Saved here. It will be sent when possible.'
export const dontSend = 'Don’t send'

// ToolCalls
export const toolCall = 'tool call'
export const callRunning = 'running'
export const callFailed = 'failed'
export const callDenied = 'denied'
export const line = 'line'
export const allSucceeded = 'all succeeded'
export const noResult = 'no result'
