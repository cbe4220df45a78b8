import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LonghandError } from 'longhand'
import * as wording from '../words/files.ts'

/** The text of a file, or of standard input for `-`; unpacked when it is gzipped. */
export async function readInput(file: string, stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const bytes = file === '-' ? await readAll(stdin) : await readFile(file).catch(error => readFailure(error, file))
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpack(bytes, file) : bytes
  if (plain.length > maxBytes) throw new LonghandError('too-large', wording.tooLarge(nameOf(file)))
  return new TextDecoder().decode(plain)
}

/** A JavaScript string cannot hold much more. */
const maxBytes = 400_000_000

async function readAll(stdin: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const unpack = (bytes: Buffer, file: string): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: maxBytes + 1 }).catch(cause => {
    throw new LonghandError('bad-transcript', wording.notGzipped(nameOf(file)), { cause })
  })

const nameOf = (file: string): string => (file === '-' ? wording.standardInput : file)

function readFailure(cause: NodeJS.ErrnoException, file: string): never {
  const sentences: Readonly<Record<string, string>> = {
    ENOENT: wording.noFile(file),
    EISDIR: wording.isADirectory(file),
    EACCES: wording.notReadable(file),
    ERR_FS_FILE_TOO_LARGE: wording.tooLarge(file),
  }
  const sentence = sentences[cause.code ?? ''] ?? wording.cannotBeRead(file, cause.message)
  throw new LonghandError(cause.code === 'ENOENT' ? 'not-found' : 'bad-request', sentence, { cause })
}
