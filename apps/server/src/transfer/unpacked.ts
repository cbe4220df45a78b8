import { LonghandError } from 'longhand'
import { archiveParts } from 'longhand/internal/client'
import { createPacer } from 'longhand/internal/engine'
import type { CountedArchive } from 'longhand/internal/wire'
import type { Readers } from './readers.ts'

/** The conversations of a zip archive, some at a time: unpacked here in steps, read in threads, until its sender has gone. */
export async function* unpacked(
  archive: Uint8Array,
  { others }: Pick<Readers, 'others'>,
  gone: AbortSignal,
): AsyncGenerator<CountedArchive> {
  // A copy: threads share the bytes of a body, and what unpacks them takes none that are shared.
  const file = { size: archive.length, read: async (from: number, to: number) => archive.slice(from, to) }
  const pace = createPacer()
  const between = async () => {
    await pace()
    if (gone.aborted) throw hungUp()
  }
  for await (const part of archiveParts(file, { maxBytes, maxConversations, between })) {
    const read = await others(new TextEncoder().encode(part))
    if (!('conversations' in read)) throw new LonghandError('bad-transcript', noConversations)
    yield read
    await between()
  }
}

const maxBytes = 256 * 1024 * 1024

/** More than anybody had in ten years. */
const maxConversations = 100_000

const hungUp = (): LonghandError => new LonghandError('cancelled', 'The sender has gone. Nothing was imported.')

const noConversations = 'The archive contains no conversations from ChatGPT or Claude.ai.'
