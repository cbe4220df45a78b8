import type { TranscriptSource } from './source.ts'
import type { Format, ReadMessage, Skipped } from './transcript.ts'

/** How one format is recognised and read. */
export type FormatReader = {
  readonly format: Format
  /** Whether a source looks like this format. Readers are tried in the order of `formats`. */
  readonly recognises: (source: TranscriptSource) => boolean
  readonly read: (source: TranscriptSource) => readonly (ReadMessage | Skipped)[]
}

export const noRole = (index: number): Skipped => ({ index, problem: 'has no role that a message can have' })
