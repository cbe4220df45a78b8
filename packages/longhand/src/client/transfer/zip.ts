import { LonghandError } from '../../core/errors.ts'

/** A file that is read piece by piece: on a disk, in a browser, in memory. */
export type ReadableFile = {
  readonly size: number
  /** The bytes from one place up to another. */
  readonly read: (from: number, to: number) => Promise<Uint8Array>
}

/** A file in a zip archive. */
export type ZipEntry = {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly checksum: number
  /** Where its own header begins. */
  readonly offset: number
}

/** Whether bytes begin like a zip archive. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** What a zip archive holds, by the list at its end. Nothing is unpacked, and no name is ever used as a path. */
export async function zipEntries(
  file: ReadableFile,
  between: () => Promise<void> = async () => {},
): Promise<readonly ZipEntry[]> {
  const { offset, size, count } = await findDirectory(file)
  if (size > maxDirectory || offset + size > file.size) throw damaged()
  const view = viewOf(await file.read(offset, offset + size))
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark) throw damaged()
    const [name, extra, comment] = [28, 30, 32].map(place => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    const end = at + 46 + name + extra + comment
    if (end > view.byteLength) throw damaged()
    if (entries.push(readEntry(view, at, { name, extra })) % entriesAtOnce === 0) await between()
    at = end
  }
  return entries
}

/** Some milliseconds of work. */
const entriesAtOnce = 2_000

/** Refuses files of an archive that share their bytes: a short one would unpack to any number of long ones. */
export function checkApart(entries: readonly ZipEntry[]): void {
  let end = 0
  for (const { offset, packed } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw badZip('files in it overlap')
    end = offset + headerBytes + packed
  }
}

/** What an entry unpacks to, as far as it is what the list says: neither longer nor anything else. */
export async function* unzip(file: ReadableFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.method !== stored && entry.method !== deflated)
    throw badZip(`${entry.name} is packed in a way that cannot be read`)
  const header = viewOf(await file.read(entry.offset, entry.offset + headerBytes))
  if (header.byteLength < headerBytes || header.getUint32(0, true) !== fileMark) throw damaged()
  if ((header.getUint16(6, true) & 1) !== 0) throw badZip(`${entry.name} is encrypted`)
  const from = entry.offset + headerBytes + header.getUint16(26, true) + header.getUint16(28, true)
  if (from + entry.packed > file.size) throw damaged()
  const packed = piecesOf(file, from, from + entry.packed)
  let size = 0
  let checksum = ~0
  for await (const bytes of entry.method === stored ? packed : inflated(packed)) {
    size += bytes.length
    // A bomb unpacks to far more than it says.
    if (size > entry.size) throw damaged()
    checksum = addToChecksum(checksum, bytes)
    yield bytes
  }
  if (size !== entry.size || ~checksum >>> 0 !== entry.checksum) throw damaged()
}

/** What stands before the name of a file in its own header. */
const headerBytes = 30
const stored = 0
const deflated = 8
const entryMark = 0x02014b50
const fileMark = 0x04034b50
const endMark = 0x06054b50
const longEndMark = 0x06064b50
const longEndPlaceMark = 0x07064b50
const maxDirectory = 64 * 1024 * 1024
/** The last record of an archive, with the longest comment. */
const maxEnd = 22 + 65_535

type Directory = { readonly offset: number; readonly size: number; readonly count: number }

async function findDirectory(file: ReadableFile): Promise<Directory> {
  const from = Math.max(0, file.size - maxEnd)
  const view = viewOf(await file.read(from, file.size))
  for (let at = view.byteLength - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== endMark) continue
    const found = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    }
    const isLong = found.offset === 0xffffffff || found.count === 0xffff || found.size === 0xffffffff
    return isLong ? findLongDirectory(file, from + at) : found
  }
  throw damaged()
}

/** Archives of more than 4 GB, or with more than 65,535 files, say so in a record before the last. */
async function findLongDirectory(file: ReadableFile, end: number): Promise<Directory> {
  const place = viewOf(await file.read(Math.max(0, end - 20), end))
  if (place.byteLength < 20 || place.getUint32(0, true) !== longEndPlaceMark) throw damaged()
  const at = longAt(place, 8)
  const view = viewOf(await file.read(at, at + 56))
  if (view.byteLength < 56 || view.getUint32(0, true) !== longEndMark) throw damaged()
  return { count: longAt(view, 32), size: longAt(view, 40), offset: longAt(view, 48) }
}

type Lengths = { readonly name: number; readonly extra: number }

function readEntry(view: DataView, at: number, { name, extra }: Lengths): ZipEntry {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 46, name)
  const [packed, size, offset] = longFigures(view, at + 46 + name, at + 46 + name + extra, [
    view.getUint32(at + 20, true),
    view.getUint32(at + 24, true),
    view.getUint32(at + 42, true),
  ])
  return {
    ...{ name: new TextDecoder().decode(bytes), method: view.getUint16(at + 10, true), packed, size },
    ...{ checksum: view.getUint32(at + 16, true), offset },
  }
}

/** Figures that do not fit their place are in the extra field: the size, the packed size and the offset, in this order. */
function longFigures(
  view: DataView,
  from: number,
  to: number,
  [packed, size, offset]: readonly [number, number, number],
): readonly [number, number, number] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    const read = (figure: number): number => {
      if (figure !== 0xffffffff) return figure
      if (next + 8 > to) throw damaged()
      next += 8
      return longAt(view, next - 8)
    }
    const longSize = read(size)
    return [read(packed), longSize, read(offset)]
  }
  return [packed, size, offset]
}

function longAt(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true))
  if (value > Number.MAX_SAFE_INTEGER) throw damaged()
  return value
}

async function* piecesOf(file: ReadableFile, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += pieceBytes) yield await file.read(at, Math.min(to, at + pieceBytes))
}

const pieceBytes = 1024 * 1024

/**
 * Whoever stops reading leaves the stream as it is: it waits, and is forgotten with its reader. Node would end the process
 * if it were cancelled while a piece is being unpacked.
 */
async function* inflated(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacking = new DecompressionStream('deflate-raw')
  const source = new ReadableStream<BufferSource>({
    pull: async to => {
      const { done, value } = await packed.next()
      if (done) to.close()
      else to.enqueue(value as Uint8Array<ArrayBuffer>)
    },
  })
  const reader = source.pipeThrough(unpacking).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    throw cause instanceof LonghandError ? cause : damaged(cause)
  }
}

function addToChecksum(checksum: number, bytes: Uint8Array): number {
  let sum = checksum
  for (const byte of bytes) sum = checksums[(sum ^ byte) & 0xff]! ^ (sum >>> 8)
  return sum
}

/** CRC-32 of every byte. */
const checksums = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1
  return sum
})

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

const badZip = (problem: string, cause?: unknown): LonghandError =>
  new LonghandError('bad-transcript', `The archive cannot be read: ${problem}. Nothing was imported.`, { cause })

const damaged = (cause?: unknown): LonghandError => badZip('it is damaged or not complete', cause)
