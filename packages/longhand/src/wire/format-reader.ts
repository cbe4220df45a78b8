import type { Message } from '../core/message.ts'
import type { JsonObject } from './json-object.ts'
import type { SourceItem, TranscriptSource } from './source.ts'
import type { Format, ReadMessage, Skipped } from './transcript.ts'

/** How one format is recognised and read. */
export type FormatReader = {
  readonly format: Format
  /** Whether a source looks like this format. Readers are tried in the order of `formats`. */
  readonly recognises: (source: TranscriptSource) => boolean
  readonly read: (source: TranscriptSource) => readonly (ReadMessage | Skipped)[]
}

/** The names of tools by the ids of their calls: results do not repeat them. */
export type CallNames = Map<string, string>

/** Reads items that are one message each; null for one without a role. */
export function readEach(
  items: readonly SourceItem[],
  readMessage: (value: JsonObject, names: CallNames) => Message | null,
): readonly (ReadMessage | Skipped)[] {
  const names: CallNames = new Map()
  return items.map(({ index, value }) => {
    const message = readMessage(value, names)
    return message === null ? noRole(index) : { message, from: [index] }
  })
}

export const noRole = (index: number): Skipped => ({ index, problem: 'has no role that a message can have' })
