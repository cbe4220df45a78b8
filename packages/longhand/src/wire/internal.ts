// What only our own programs use of this room: a door of the workspace, which is not published.
export type { CountedArchive, CountedConversation } from './archive/counted-archive.ts'
export { countedImport } from './archive/counted-import.ts'
export { type ArchiveFormat, readArchive } from './archive/read-archive.ts'
export type { CountedMessage, CountedTranscript } from './counted-transcript.ts'
export { readJson } from './parse-json.ts'
