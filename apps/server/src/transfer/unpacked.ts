import { LonghandError } from 'longhand'
import { archiveParts } from 'longhand/internal/client'
import type { CountedArchive } from 'longhand/internal/wire'
import type { Readers } from './readers.ts'

/** The conversations of a zip archive, some at a time: unpacked here, read in threads. */
export async function* unpacked(
  archive: Uint8Array,
  { others }: Pick<Readers, 'others'>,
): AsyncGenerator<CountedArchive> {
  // A copy: threads share the bytes of a body, and what unpacks them takes none that are shared.
  const file = { size: archive.length, read: async (from: number, to: number) => archive.slice(from, to) }
  let length = 0
  for await (const part of archiveParts(file)) {
    length += part.length
    if (length > maxLength)
      throw new LonghandError('too-large', 'The archive unpacks to more than 256 MB. Use: longhand import FILE')
    const read = await others(new TextEncoder().encode(part))
    if (!('conversations' in read)) throw new LonghandError('bad-transcript', noConversations)
    yield read
  }
}

const maxLength = 256 * 1024 * 1024

const noConversations = 'The archive contains no conversations from ChatGPT or Claude.ai.'
