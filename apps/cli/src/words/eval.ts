// `longhand eval`.

// Help
export const summary = 'measure what survives in your own transcripts'
export const description =
  'Compacts every transcript in files and folders without changing any of them, and prints how much smaller each one gets and how many of its facts it keeps.'
export const pathArgument = 'files and folders'
export const windowOption = 'the model’s window (default: as large as each transcript)'
export const keepOption = 'how many recent messages stay word for word'
export const jsonOption = 'print one line of JSON for each transcript'
export const after = `
Exit codes: 0 measured, 1 some could not be read, 3 none was long enough to compact.

Examples:
  longhand eval ~/.claude/projects
  longhand eval chat.json --window 32000 --json | jq .retention`

// Output
export const measuring = 'Measuring'
export const noTranscripts = (paths: string): string => `longhand: There are no transcripts in ${paths}.`
export const notMeasured = 'not measured'
export const mean = (transcripts: string, retention: string): string =>
  `messages  tokens before → after, facts kept, time. Mean of ${transcripts}: ${retention} of the facts kept.`
export const tooShort = (transcripts: string): string => `${transcripts} too short to compact.`
