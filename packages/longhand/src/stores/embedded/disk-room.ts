import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { LonghandError } from '../../core/errors.ts'

/** What must stay free: room for the next two segments of Postgres' log. */
const spare = 48_000_000

/** Keeps Postgres from running into a full disk in the middle of a write, which would crash it. */
export function diskRoom(database: Pick<PGlite, 'exec'>, directory: string, free = freeBytes) {
  let full = false
  let last = Number.NEGATIVE_INFINITY
  return {
    /** Checks, now and then, whether there is room, and makes the database read-only while there is not. */
    check: async (): Promise<void> => {
      if (performance.now() - last < 200) return
      last = performance.now()
      if (free(directory) < spare === full) return
      full = !full
      await database.exec(`set default_transaction_read_only = ${full ? 'on' : 'off'}`)
    },
    /** With no room, being read-only means that the disk is full. */
    codeOf: (code: string): string => (full && code === '25006' ? '53100' : code),
  }
}

/** Opening a database writes too. */
export function refuseFullDisk(directory: string): void {
  if (freeBytes(directory) >= spare) return
  const need = Math.ceil(spare / 1_000_000)
  throw new LonghandError(
    'store-full',
    `Less than ${need} MB are free where ${directory} is. Make room and start again.`,
  )
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return Number(bavail) * Number(bsize)
}
