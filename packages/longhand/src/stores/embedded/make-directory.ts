import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../postgres/migrate.ts'
import { DurableFiles, startParams, syncPath } from './durable-files.ts'
import { makePrivate } from './make-private.ts'

/**
 * Creates a database directory under another name, forces all of it to disk, and only then renames it: a directory with
 * the final name is complete, whenever the machine stopped.
 */
export async function makeDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return
  const unfinished = `${directory}.new`
  // It never got its name, so nothing was ever acknowledged from it.
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const database = await PGlite.create({ fs: new DurableFiles(unfinished), startParams })
  await migrate(work => database.transaction(work))
  await database.close()
  makePrivate(unfinished)
  syncTree(unfinished)
  renameSync(unfinished, directory)
  syncPath(dirname(directory))
}

function syncTree(directory: string): void {
  for (const item of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, item.name)
    if (item.isDirectory()) syncTree(path)
    else if (item.isFile()) syncPath(path)
  }
  syncPath(directory)
}
