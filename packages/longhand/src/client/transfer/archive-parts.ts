import { LonghandError } from '../../core/errors.ts'
import { jsonElements } from './json-elements.ts'
import { checkApart, isZip, type ReadableFile, unzip, type ZipEntry, zipEntries } from './zip.ts'

/** Whether a file is an archive of ChatGPT or Claude.ai, by how it begins: a zip, or their list of conversations. */
export const isArchive = (head: Uint8Array): boolean => {
  if (isZip(head)) return true
  const text = new TextDecoder().decode(head)
  return /^\W{0,20}\{/.test(text) && /"(?:mapping|chat_messages)"\s{0,20}:/.test(text)
}

/** How much of a file `isArchive` has to see. */
export const archiveHeadBytes = 64 * 1024

/** What somebody who reads an archive of a stranger bears. */
export type ArchiveBounds = {
  /** All that a zip unpacks to, whether anything is found in it or not. */
  readonly maxBytes: number
  readonly maxConversations: number
  /** Awaited between two stretches of work: gives others their turn, or throws when nobody waits any more. */
  readonly between: () => Promise<void>
}

/** For whoever has chosen the file. */
const unbounded: ArchiveBounds = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxConversations: Number.POSITIVE_INFINITY,
  between: async () => {},
}

/** The conversations of an archive as JSON lists, none of them long unless one conversation is. */
export async function* archiveParts(file: ReadableFile, bounds: ArchiveBounds = unbounded): AsyncGenerator<string> {
  let part: string[] = []
  let length = 0
  let conversations = 0
  for await (const element of conversationsIn(file, bounds)) {
    if (++conversations > bounds.maxConversations) throw tooLarge(`${bounds.maxConversations} conversations`)
    await bounds.between()
    if (length > 0 && length + element.length > maxPart) {
      yield `[${part.join(',')}]`
      part = []
      length = 0
    }
    part.push(element)
    length += element.length
  }
  if (part.length > 0) yield `[${part.join(',')}]`
}

/** Reads all of an archive, so that a fault in it is known before anything is sent. */
export async function checkArchive(file: ReadableFile): Promise<void> {
  let number = 0
  for await (const element of conversationsIn(file, unbounded)) {
    number++
    try {
      JSON.parse(element)
    } catch (cause) {
      const sentence = `Conversation ${number} of the archive is not JSON. Nothing was imported.`
      throw new LonghandError('bad-transcript', sentence, { cause })
    }
  }
}

const maxPart = 16 * 1024 * 1024

async function* conversationsIn(file: ReadableFile, bounds: ArchiveBounds): AsyncGenerator<string> {
  const inSteps = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      await bounds.between()
      yield piece
    }
  }
  if (!isZip(await file.read(0, Math.min(4, file.size)))) return yield* jsonElements(inSteps(wholeOf(file)))
  const lists = (await zipEntries(file, bounds.between)).filter(isList).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (lists.length === 0)
    throw new LonghandError(
      'bad-transcript',
      'There is no conversations.json in the archive. Give an export from ChatGPT or Claude.ai.',
    )
  checkApart(lists)
  // Nothing unpacks to more than the archive says.
  const bytes = lists.reduce((sum, { size }) => sum + size, 0)
  if (bytes > bounds.maxBytes) throw tooLarge(`${Math.floor(bounds.maxBytes / MiB)} MB`)
  for (const entry of lists) yield* jsonElements(inSteps(unzip(file, entry)))
}

/** Large exports are several lists: conversations-000.json and so on. */
const isList = ({ name }: ZipEntry): boolean =>
  /^(?:(?!\.)[^/\\]{1,200}\/)?conversations(?:-\d{1,6})?\.json$/.test(name)

async function* wholeOf({ size, read }: ReadableFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += pieceBytes) yield await read(at, Math.min(size, at + pieceBytes))
}

const MiB = 1024 * 1024
const pieceBytes = MiB

const tooLarge = (than: string): LonghandError =>
  new LonghandError('too-large', `The archive holds more than ${than}. Use: longhand import FILE`)
