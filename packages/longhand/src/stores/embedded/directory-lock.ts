import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LonghandError } from '../../core/errors.ts'
import { makePrivate } from './make-private.ts'

/**
 * One process per directory. The lock is the kernel's, held through SQLite: it goes when the process goes, whatever ends
 * it, so a lock is never stale. Returns the function that releases it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  const pid = `${directory}.pid`
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive; commit')
  } catch (cause) {
    lock.close()
    throw new LonghandError(
      'store-in-use',
      `${directory} is in use by process ${read(pid)}. Stop that one first, or choose another directory.`,
      { cause },
    )
  }
  held.add(lock)
  writeFileSync(pid, String(process.pid), { mode: 0o600 })
  for (const path of [pid, `${directory}.lock`]) makePrivate(path)
  return () => {
    rmSync(pid, { force: true })
    held.delete(lock)
    lock.close()
  }
}

/** A handle without references is garbage-collected, and its lock with it. */
const held = new Set<DatabaseSync>()

/** Beside the lock, because a locked file cannot be read. Only for the error message. */
function read(pid: string): string {
  try {
    return readFileSync(pid, 'utf8')
  } catch {
    return 'unknown'
  }
}
