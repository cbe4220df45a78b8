// `longhand chat`: its help, and what it prints outside its screens.

// Help
export const summary = 'chat in the terminal'
export const description =
  'Opens a conversation, or the list of them. Connects to the server that has the data open, or starts one for as long as the chat lasts. When input or output is not a terminal, every line of input is sent as a message and answers are printed as plain text.'
export const idArgument = 'the conversation to open'
export const modelOption = 'the model that answers'
export const projectOption = 'show only this project, given by name or id; new conversations belong to it'
export const after = `
In the chat, / lists the commands and /help the keys.

Exit codes: 0 done, 1 error.

Examples:
  longhand chat
  longhand chat --model claude-sonnet-4-5
  echo "What did we decide about the queue?" | longhand chat 0199a2c4-…`

// Options
export const severalProjects = (name: string, ids: string): string =>
  `Several projects are called ${name}. Use an id instead: ${ids}.`
export const noProject = (name: string, known: string): string => `There is no project called ${name}. ${known}`
export const noProjectsYet = 'There are none yet.'
export const knownProjects = (names: string): string => `The projects are: ${names}.`

// Receipts, in the words that scripts read
export const compacted = (messages: string): string => `✓ Compacted ${messages}`
export const tokensSaved = (before: string, after: string, saved: string): string =>
  `  Tokens: ${before} → ${after} (saved ${saved})`
export const noCompactionNeeded = (reason: string): string => `No compaction needed: ${reason}`

// Output
export const continueWith = (id: string): string => `Continue with: longhand chat ${id}`
export const nothingCondensed = 'Nothing was condensed. The view is unchanged; try again.'
export const clientWrites = (client: string): string =>
  `${client} writes this conversation. To continue it in a copy, open it in a terminal and type /fork.`
export const exportFailed = 'The conversation could not be exported. Try again.'
export const cannotWriteIn = (folder: string): string =>
  `Files cannot be written to ${folder}. Change to another folder and try again.`
