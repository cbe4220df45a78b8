import type { Hash } from 'node:crypto'
import { slices } from '../../engine/long-work/slices.ts'

/** Adds a line to hashes in slices, with a pause between them: a very long one would keep everyone waiting. */
export async function addLine(hashes: readonly Hash[], line: string, pace: () => Promise<void>): Promise<void> {
  for (const slice of slices(`${line}\n`)) {
    const bytes = Buffer.from(slice)
    for (const hash of hashes) hash.update(bytes)
    await pace()
  }
}
