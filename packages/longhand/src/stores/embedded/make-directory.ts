import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../postgres/migrate.ts'
import { DurableFiles, startParams, syncPath } from './durable-files.ts'
import { emptyDatabaseFile, readEmptyDatabase, writeDatabase } from './empty-database.ts'
import { makePrivate } from './make-private.ts'

/**
 * Creates a database directory under another name, forces all of it to disk, and only then renames it: a directory with
 * the final name is complete, whenever the machine stopped. It is a copy of an empty database where there is one.
 */
export async function makeDirectory(directory: string, empty = emptyDatabaseFile): Promise<void> {
  if (existsSync(directory)) return
  const unfinished = `${directory}.new`
  // It never got its name, so nothing was ever acknowledged from it.
  rmSync(unfinished, { recursive: true, force: true })
  const ready = await readEmptyDatabase(empty)
  if (ready === null) await makeDatabase(unfinished)
  else writeDatabase(ready, unfinished)
  makePrivate(unfinished)
  syncTree(unfinished)
  renameSync(unfinished, directory)
  syncPath(dirname(directory))
}

/** Makes a database with today's schema and closes it. */
export async function makeDatabase(directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 })
  const database = await PGlite.create({ fs: new DurableFiles(directory), startParams })
  await migrate(work => database.transaction(work))
  await database.close()
}

function syncTree(directory: string): void {
  for (const item of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, item.name)
    if (item.isDirectory()) syncTree(path)
    else if (item.isFile()) syncPath(path)
  }
  syncPath(directory)
}
