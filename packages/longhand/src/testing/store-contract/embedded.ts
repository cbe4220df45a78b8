import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../../stores/embedded/engine.ts'
import { createNotifier } from '../../stores/notifier.ts'
import { storageOver } from '../../stores/postgres/storage.ts'
import { type TestDatabase, templateFor } from './database.ts'

/** The embedded engine, hardened as it ships, in this thread so that tests can look inside. */
export async function embeddedForTests(): Promise<TestDatabase> {
  const place = await embeddedDirectory()
  const { database, close } = await openEngine(join(place, 'pg18'))
  const notifier = createNotifier()
  const query = <Row>(text: string, values?: unknown[]) => database.query<Row>(text, values)
  const storage = storageOver({
    engine: 'embedded',
    writer: 'alone',
    query,
    announce: change => notifier.notify({ type: 'changed', ...change }),
    subscribe: notifier.subscribe,
    close,
  })
  return {
    storage,
    name: 'embedded (PGlite, hardened)',
    run: async (text, values) =>
      values === undefined
        ? ((await database.exec(text)).at(-1)?.rows ?? [])
        : (await database.query<Record<string, unknown>>(text, values)).rows,
    close: async () => {
      await storage.close()
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** A directory with a ready database for `openEmbedded`: a copy takes a tenth of the time that making one does. */
export async function embeddedDirectory(): Promise<string> {
  const template = await templateFor('pg18')
  if (!existsSync(template)) {
    const aside = await mkdtemp(join(tmpdir(), 'longhand-template-'))
    const { close } = await openEngine(join(aside, 'pg18'))
    await close()
    // Two runs may make one at the same time; the second keeps the first one's.
    await rename(join(aside, 'pg18'), template).catch(() => {})
    await rm(aside, { recursive: true, force: true })
  }
  const place = await mkdtemp(join(tmpdir(), 'longhand-embedded-'))
  await cp(template, join(place, 'pg18'), { recursive: true })
  return place
}
