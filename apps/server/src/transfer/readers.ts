import {
  type HistoryRequest,
  type Meter,
  type ParseExportLines,
  parseHere,
  readHistoryRequest,
} from 'longhand/internal/engine'
import { runTask } from 'longhand/internal/threads'
import { type CountedTranscript, countedTranscript, readJson } from 'longhand/internal/wire'

/** Reads what people bring from elsewhere, and counts it as the engine's meter does. */
export type Readers = {
  readonly exportLines: ParseExportLines
  readonly transcript: (bytes: Uint8Array) => Promise<CountedTranscript>
  readonly history: (bytes: Uint8Array) => Promise<HistoryRequest>
}

/** What is long is read in threads: it may take seconds, and nobody else is to wait for it. */
export const threadReaders: Readers = {
  exportLines: (lines, wanted) => runTask('parseExportLines', { lines, wanted }),
  transcript: bytes => runTask('countTranscript', { bytes }),
  history: bytes => runTask('readHistoryRequest', { bytes }),
}

/** Here and now, by a meter that threads know nothing of. */
export const readersHere = ({ count }: Pick<Meter, 'count'>): Readers => ({
  exportLines: parseHere(count),
  transcript: async bytes => countedTranscript(new TextDecoder().decode(bytes), count),
  history: async bytes => readHistoryRequest(readJson(new TextDecoder().decode(bytes)), count),
})
