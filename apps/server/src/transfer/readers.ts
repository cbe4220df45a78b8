import { type Meter, type ParseExportLines, parseHere } from 'longhand/internal/engine'
import { type HistoryRequest, readHistoryRequest } from 'longhand/internal/history'
import { runTask } from 'longhand/internal/threads'
import { type CountedArchive, type CountedTranscript, countedImport, readJson } from 'longhand/internal/wire'

/** Parses imports, of our own exports and of other programs, and counts them with the engine's meter. */
export type Readers = {
  readonly exportLines: ParseExportLines
  readonly others: (bytes: Uint8Array) => Promise<CountedTranscript | CountedArchive>
  readonly history: (bytes: Uint8Array) => Promise<HistoryRequest>
}

/** Parses in worker threads: long imports may take seconds and must not block the event loop. */
export const threadReaders: Readers = {
  exportLines: (lines, wanted) => runTask('parseExportLines', { lines, wanted }),
  others: bytes => runTask('countImport', { bytes }),
  history: bytes => runTask('readHistoryRequest', { bytes }),
}

/** Parses in this thread, with a meter that worker threads do not have. */
export const readersHere = ({ count }: Pick<Meter, 'count'>): Readers => ({
  exportLines: parseHere(count),
  others: async bytes => countedImport(new TextDecoder().decode(bytes), count),
  history: async bytes => readHistoryRequest(readJson(new TextDecoder().decode(bytes)), count),
})
