import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { authShim, migrations } from '../postgres/migrations.ts'

/** A database without content, as files. Made once and kept, because writing files takes a fraction of the time that making them takes. */
export type EmptyDatabase = { readonly folders: readonly string[]; readonly files: readonly DatabaseFile[] }

type DatabaseFile = { readonly path: string; readonly bytes: Uint8Array }

/** What a packed database begins with. */
type Contents = {
  readonly schema: string
  readonly folders: readonly string[]
  readonly files: readonly { readonly path: string; readonly length: number }[]
}

/** Where it is kept: the app brings one along; in the repository `npm start` makes one while it builds the page. */
export const emptyDatabaseFile = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../../../node_modules/.cache/longhand/empty-database.br', import.meta.url)
    : new URL('./empty-database.br', import.meta.url),
)

/** Packs a database that is closed. */
export async function packDatabase(directory: string): Promise<Uint8Array> {
  const found = readdirSync(directory, { withFileTypes: true, recursive: true }).map(item => {
    const path = join(item.parentPath, item.name)
    return { path, name: relative(directory, path).replaceAll('\\', '/'), isFolder: item.isDirectory() }
  })
  const files = found.filter(({ isFolder }) => !isFolder).map(({ path, name }) => ({ name, bytes: readFileSync(path) }))
  const contents: Contents = {
    schema: await currentSchema(),
    folders: found.filter(({ isFolder }) => isFolder).map(({ name }) => name),
    files: files.map(({ name, bytes }) => ({ path: name, length: bytes.length })),
  }
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...files.map(({ bytes }) => bytes)])
  return brotliCompressSync(all, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
}

/** Reads a packed database; null when there is none with today's schema, and one has to be made. */
export async function readEmptyDatabase(file: string): Promise<EmptyDatabase | null> {
  const packed = unpacked(file)
  if (packed === null || packed.contents.schema !== (await currentSchema())) return null
  const { contents, bytes } = packed
  let from = 0
  const files = contents.files.map(({ path, length }) => {
    from += length
    return { path, bytes: bytes.subarray(from - length, from) }
  })
  return { folders: contents.folders, files }
}

/** Writes its files into a folder. They are not forced to disk yet. */
export function writeDatabase({ folders, files }: EmptyDatabase, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const path of folders) mkdirSync(join(directory, path), { recursive: true, mode: 0o700 })
  for (const { path, bytes } of files) writeFileSync(join(directory, path), bytes, { mode: 0o600 })
}

/** One that is missing or damaged is none: a database is made then. */
function unpacked(file: string): { readonly contents: Contents; readonly bytes: Buffer } | null {
  try {
    const all = brotliDecompressSync(readFileSync(file))
    const end = all.indexOf('\n')
    return { contents: JSON.parse(all.toString('utf8', 0, end)), bytes: all.subarray(end + 1) }
  } catch {
    return null
  }
}

/** Names the schema that a new database has. */
async function currentSchema(): Promise<string> {
  const parts = JSON.stringify([await migrations(), await authShim()])
  return createHash('sha256').update(parts).digest('hex')
}
