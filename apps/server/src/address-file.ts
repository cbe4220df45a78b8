import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a server has its data: a folder, and a database unless it is in the folder too. */
export type StoragePlace = { readonly folder: string; readonly database: string | null }

/** Writes the server's address for other programs on this machine; returns the function that removes it. */
export async function writeAddress({ folder, database }: StoragePlace, url: string): Promise<() => Promise<void>> {
  const path = join(folder, fileFor(database))
  await writeFile(path, `${url} ${process.pid}\n`, { mode: 0o600 })
  return () => rm(path, { force: true })
}

/**
 * The address of the server that has this data; null when none is running. Who names no database takes any server of the
 * folder, the one with the data in the folder first. A killed server leaves its file behind.
 */
export async function readAddress({ folder, database }: StoragePlace): Promise<string | null> {
  const names = database === null ? await allFiles(folder) : [fileFor(database)]
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    const [url, pid] = text.trim().split(' ')
    if (url !== undefined && isAlive(Number(pid))) return url
  }
  return null
}

/** A file for each database: one that is named must not be mistaken for the one that is served. */
const fileFor = (database: string | null): string =>
  database === null ? 'address' : `address-${createHash('sha256').update(database).digest('hex').slice(0, 12)}`

const allFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => /^address(?:-[0-9a-f]{12})?$/.test(name)).toSorted()

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
