import { statfs } from 'node:fs/promises'
import { LonghandError } from 'longhand'

/** What must be free where the data is before the server calls itself full. */
export const defaultMinFreeMB = 64

/** Throws when less is free where a folder is than must be. */
export async function checkDisk(folder: string, minFreeMB: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeMB = Math.floor((bavail * bsize) / 1_000_000)
  if (freeMB >= minFreeMB) return
  throw new LonghandError(
    'store-full',
    `Only ${freeMB} MB are free where the data is; at least ${minFreeMB} MB are needed. Make room.`,
  )
}
