import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packDatabase, readEmptyDatabase } from './empty-database.ts'
import { makeDatabase } from './make-directory.ts'

/** Makes an empty database for first starts and packs it into a file, unless one with today's schema is there. */
export async function writeEmptyDatabase(file: string): Promise<void> {
  if ((await readEmptyDatabase(file)) !== null) return
  const place = mkdtempSync(join(tmpdir(), 'longhand-empty-'))
  try {
    await makeDatabase(join(place, 'pg18'))
    mkdirSync(dirname(file), { recursive: true })
    // Two may write at once; whoever reads finds a whole one.
    const aside = `${file}.${process.pid}`
    writeFileSync(aside, await packDatabase(join(place, 'pg18')))
    renameSync(aside, file)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
