import { type Meter, type ParseExportLines, parseHere } from 'longhand/engine'
import { runTask } from 'longhand/threads'
import { type CountedTranscript, countedTranscript } from 'longhand/wire'

/** Reads what people bring from elsewhere, and counts it as the engine's meter does. */
export type Readers = {
  readonly exportLines: ParseExportLines
  readonly transcript: (bytes: Uint8Array) => Promise<CountedTranscript>
}

/** What is long is read in threads: it may take seconds, and nobody else is to wait for it. */
export const threadReaders: Readers = {
  exportLines: (lines, wanted) => runTask('parseExportLines', { lines, wanted }),
  transcript: bytes => runTask('countTranscript', { bytes }),
}

/** Here and now, by a meter that threads know nothing of. */
export const readersHere = ({ count }: Pick<Meter, 'count'>): Readers => ({
  exportLines: parseHere(count),
  transcript: async bytes => countedTranscript(new TextDecoder().decode(bytes), count),
})
