import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../postgres/migrate.ts'
import { DurableFiles, startParams, syncPath } from './durable-files.ts'
import { makePrivate } from './make-private.ts'

/**
 * Makes a database directory aside, forces all of it to disk, and only then gives it its name: a directory that has the
 * name is whole, whenever the machine stopped.
 */
export async function makeDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return
  const aside = `${directory}.new`
  // It never got its name, so nothing was ever acknowledged from it.
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  const database = await PGlite.create({ fs: new DurableFiles(aside), startParams })
  await migrate(work => database.transaction(work))
  await database.close()
  makePrivate(aside)
  syncTree(aside)
  renameSync(aside, directory)
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
