import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { LonghandError } from '../../core/errors.ts'

/** What must stay free: room for the next two pieces of Postgres' log, which it cannot do without. */
const spare = 48_000_000

export type DiskRoom = {
  /** Looks, now and then, whether there is room, and lets nothing write while there is not. Reads go on. */
  look(): Promise<void>
  /** What an error means: with no room, being read-only is our doing. */
  codeOf(code: string): string
}

/** Keeps Postgres from meeting a full disk in the middle of a write, which it does not survive. */
export function diskRoom(database: Pick<PGlite, 'exec'>, directory: string, free = freeBytes): DiskRoom {
  let full = false
  let last = Number.NEGATIVE_INFINITY
  return {
    look: async () => {
      if (performance.now() - last < 200) return
      last = performance.now()
      if (free(directory) < spare === full) return
      full = !full
      await database.exec(`set default_transaction_read_only = ${full ? 'on' : 'off'}`)
    },
    codeOf: code => (full && code === '25006' ? '53100' : code),
  }
}

/** Opening writes too. */
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
