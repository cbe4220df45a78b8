import { crc32, deflateRawSync } from 'node:zlib'
import type { ReadableFile } from '../client/transfer/zip.ts'

export type ZipOptions = {
  readonly method?: 'stored' | 'deflated' | 'unknown'
  /** Other bytes in the place of what the files pack to, and what they claim to unpack to. */
  readonly packed?: Uint8Array
  readonly size?: number
  /** How many bytes stand before the archive; more than 4 GB are told the long way. */
  readonly before?: number
}

/** A zip archive as other programs write it. */
export function zipOf(files: Readonly<Record<string, string>>, options: ZipOptions = {}): Uint8Array {
  const { method = 'deflated', before = 0 } = options
  const isLong = before > 0xffffffff
  const bodies: Buffer[] = []
  const listed: Buffer[] = []
  let offset = before
  for (const [name, text] of Object.entries(files)) {
    const words = Buffer.from(text)
    const packed = Buffer.from(options.packed ?? (method === 'deflated' ? deflateRawSync(words) : words))
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE({ stored: 0, deflated: 8, unknown: 99 }[method], 4)
    fields.writeUInt32LE(crc32(words), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(options.size ?? words.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([mark(0x04034b50), fields, Buffer.from(name), packed])
    const extra = isLong ? longExtra(offset) : Buffer.alloc(0)
    fields.writeUInt16LE(extra.length, 24)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(isLong ? 0xffffffff : offset, 10)
    listed.push(Buffer.concat([mark(0x02014b50), Buffer.from([20, 0]), fields, rest, Buffer.from(name), extra]))
    bodies.push(local)
    offset += local.length
  }
  const list = Buffer.concat(listed)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(listed.length, 4)
  end.writeUInt16LE(listed.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(isLong ? 0xffffffff : offset, 12)
  const long = isLong ? longEnd({ count: listed.length, size: list.length, offset }) : Buffer.alloc(0)
  return new Uint8Array(Buffer.concat([...bodies, list, long, mark(0x06054b50), end]))
}

const mark = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function longExtra(offset: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16LE(1, 0)
  bytes.writeUInt16LE(8, 2)
  bytes.writeBigUInt64LE(BigInt(offset), 4)
  return bytes
}

function longEnd({ count, size, offset }: Readonly<Record<'count' | 'size' | 'offset', number>>): Buffer {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const place = Buffer.alloc(20)
  place.writeUInt32LE(0x07064b50, 0)
  place.writeBigUInt64LE(BigInt(offset + size), 8)
  place.writeUInt32LE(1, 16)
  return Buffer.concat([record, place])
}

export const fileInMemory = (bytes: Uint8Array): ReadableFile => ({
  size: bytes.length,
  read: async (from, to) => bytes.slice(from, to),
})
