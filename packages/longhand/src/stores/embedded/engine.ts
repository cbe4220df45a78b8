import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { LonghandError } from '../../core/errors.ts'
import { migrate } from '../postgres/migrate.ts'
import { lockDirectory } from './directory-lock.ts'
import { refuseFullDisk } from './disk-room.ts'
import { DurableFiles, startParams } from './durable-files.ts'
import { makeDirectory } from './make-directory.ts'
import { makePrivate } from './make-private.ts'

/** PGlite, made safe: one process, real fsync, a directory that is complete or absent. */
export async function openEngine(directory: string) {
  const unlock = lockDirectory(directory)
  try {
    refuseFullDisk(dirname(directory))
    await makeDirectory(directory)
    makePrivate(directory)
    const files = new DurableFiles(directory)
    const database = await open(directory, files)
    await migrate(work => database.transaction(work))
    await proveDurable(database, () => files.syncs)
    return {
      database,
      close: async () => {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function open(directory: string, fs: DurableFiles): Promise<PGlite> {
  try {
    return await PGlite.create({ fs, startParams })
  } catch (cause) {
    // Never reset, never delete: an expert may still be able to save it.
    throw new LonghandError(
      'store-corrupt',
      `${directory} cannot be opened and was left as it is. Make a copy of it, then restore an export or a backup.`,
      { cause },
    )
  }
}

/** Commits something and checks that it was forced to disk. Guards against a PGlite that no longer syncs. */
export async function proveDurable(database: Pick<PGlite, 'query'>, syncs: () => number): Promise<void> {
  const before = syncs()
  await database.query(`select pg_logical_emit_message(true, 'longhand', 'durable?')`)
  if (syncs() > before) return
  throw new LonghandError(
    'not-supported',
    'A commit did not reach the disk, so messages could be lost. Install the pinned version of @electric-sql/pglite.',
  )
}
