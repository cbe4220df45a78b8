import type { Source } from './source.ts'
import type { Format, Reading, Skipped } from './transcript.ts'

/** How one format is told from the others and read. */
export type FormatReader = {
  readonly format: Format
  /** Whether a source bears a mark of this format. Readers are asked in the order of `formats`. */
  readonly claims: (source: Source) => boolean
  readonly read: (source: Source) => readonly (Reading | Skipped)[]
}

export const noRole = (index: number): Skipped => ({ index, problem: 'has no role that a message can have' })
