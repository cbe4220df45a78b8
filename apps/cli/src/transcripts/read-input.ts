import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LonghandError } from 'longhand'

/** The text of a file, or of standard input for `-`; unpacked when it is gzipped. */
export async function readInput(file: string, stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const bytes = file === '-' ? await readAll(stdin) : await readFile(file).catch(error => readFailure(error, file))
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpack(bytes, file) : bytes
  if (plain.length > maxBytes) throw new LonghandError('too-large', `${nameOf(file)} is larger than 400 MB. Split it.`)
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
    throw new LonghandError(
      'bad-transcript',
      `${nameOf(file)} looks gzipped but cannot be unpacked. Give it unpacked.`,
      { cause },
    )
  })

const nameOf = (file: string): string => (file === '-' ? 'Standard input' : file)

function readFailure(cause: NodeJS.ErrnoException, file: string): never {
  const sentences: Readonly<Record<string, string>> = {
    ENOENT: `There is no file ${file}. Check the name.`,
    EISDIR: `${file} is a directory. Name a file in it.`,
    EACCES: `${file} may not be read. Check its permissions.`,
    ERR_FS_FILE_TOO_LARGE: `${file} is larger than 400 MB. Split it.`,
  }
  const sentence = sentences[cause.code ?? ''] ?? `${file} cannot be read: ${cause.message}.`
  throw new LonghandError(cause.code === 'ENOENT' ? 'not-found' : 'bad-request', sentence, { cause })
}
