// What only our own programs use of this room: a door of the workspace, which is not published.
export { type CountedMessage, type CountedTranscript, countedTranscript } from './counted-transcript.ts'
export { readJson } from './parse-json.ts'
