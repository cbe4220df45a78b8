import type { Message } from '../core/message.ts'
import type { TaskTable } from '../engine/long-work/run-task.ts'
import { tasks as engineTasks } from '../engine/long-work/tasks.ts'
import type { ExportLine } from '../engine/transfer/export-records.ts'
import { parseExportLines } from '../engine/transfer/parse-export-lines.ts'
import { quoteAnswer } from '../facts/quoting/quote-answer.ts'
import { type HistoryRequest, readHistoryRequest } from '../history/history-request.ts'
import { countMessage } from '../tokens/count-message.ts'
import type { CountedArchive } from '../wire/archive/counted-archive.ts'
import { countedImport } from '../wire/archive/counted-import.ts'
import type { CountedTranscript } from '../wire/counted-transcript.ts'
import { readJson } from '../wire/parse-json.ts'
import { readTranscript as read } from '../wire/read-transcript.ts'
import type { Format, Transcript } from '../wire/transcript.ts'

/** Every task that the threads can run. */
export const tasks = {
  ...engineTasks,

  quote: (messages: readonly Message[]): string => quoteAnswer(messages),

  importTranscript: ({ text, format }: { readonly text: string; readonly format: Format | null }): Transcript =>
    read(text, format),

  /** A transcript or an archive that came as bytes, ready to be stored. */
  countImport: ({ bytes }: { readonly bytes: Uint8Array }): CountedTranscript | CountedArchive =>
    countedImport(new TextDecoder().decode(bytes), countMessage),

  /** A request about a history that came as bytes. */
  readHistoryRequest: ({ bytes }: { readonly bytes: Uint8Array }): HistoryRequest =>
    readHistoryRequest(readJson(new TextDecoder().decode(bytes)), countMessage),

  parseExportLines: ({ lines, wanted }: ExportInput): readonly ExportLine[] =>
    parseExportLines(lines, wanted === 'check' ? () => 0 : countMessage),
} satisfies TaskTable

type ExportInput = { readonly lines: readonly string[]; readonly wanted: 'check' | 'count' }
