import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Storage } from '../../engine/ports/store.ts'
import { createNotifier } from '../notifier.ts'
import { storageOver } from '../postgres/storage.ts'
import { keepRunning } from './keep-running.ts'
import { startThread } from './thread.ts'

/** How the embedded store is opened. */
export type EmbeddedOptions = {
  /** Called with a sentence when something takes long: the first start creates the database. */
  readonly progress?: (sentence: string) => void
}

/** Opens the storage in a directory, and makes it on the first start. No other process may have it open. */
export async function openEmbedded(directory: string, { progress }: EmbeddedOptions = {}): Promise<Storage> {
  // Another major version cannot read these files; its name says which one can.
  const place = join(resolve(directory), 'pg18')
  if (!existsSync(place)) progress?.('Creating the database, once. This takes a few seconds…')
  const notifier = createNotifier()
  const database = await keepRunning(
    () => startThread(place),
    () => notifier.notify({ type: 'missed' }),
  )
  const storage = storageOver({
    ...database,
    engine: 'embedded',
    writer: 'alone',
    announce: change => notifier.notify({ type: 'changed', ...change }),
    subscribe: notifier.subscribe,
  })
  // We hold the lock of the directory, so no other worker with a lease is alive.
  await storage.maintenance.endLeases()
  return storage
}
