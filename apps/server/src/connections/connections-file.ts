import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LonghandError } from 'longhand'
import { z } from 'zod'
import { readConfigFile } from '../config/read-file.ts'
import type { Connection } from './connection.ts'
import { connectionFields } from './connection-schema.ts'

/** Where the connections of a data folder are, keys included: never in the database. */
export const connectionsPath = (folder: string): string => join(folder, 'connections.json')

const fileSchema = z.strictObject({ connections: z.array(z.strictObject(connectionFields)) })

/** The connections of a data folder. A file that cannot be used is left as it is, and told. */
export function readConnections(folder: string): readonly Connection[] {
  const path = connectionsPath(folder)
  const text = readIfThere(path)
  if (text === null) return []
  const found = fileSchema.safeParse(parseOrNull(text))
  if (found.success) return found.data.connections
  // Without what is wrong in it: that would quote a key.
  throw new LonghandError(
    'bad-config',
    `${path} cannot be read as connections. Repair it, or move it away and connect again.`,
  )
}

function readIfThere(path: string): string | null {
  try {
    return readConfigFile(path, { access: 'private', maxBytes: 1_000_000 })
  } catch (error) {
    if ((error as Error).message.startsWith('There is no file')) return null
    throw error
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes the connections, for their owner alone, whatever the umask. A crash leaves the old file or the new one. */
export async function writeConnections(folder: string, connections: readonly Connection[]): Promise<void> {
  const path = connectionsPath(folder)
  const aside = `${path}.new`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // One that a crash has left could have another mode.
  await rm(aside, { force: true })
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify({ connections }, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  await chmod(path, 0o600)
}
