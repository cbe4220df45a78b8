import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPolicy, LonghandError } from 'longhand'
import type { Settings } from 'longhand/client'
import { createShelf, type SettingsShelf } from './shelf.ts'

/** Settings that people change on the screen, kept in a file of the data folder. */
export async function openSettings(folder: string, usual: Settings): Promise<SettingsShelf> {
  const path = join(folder, 'settings.json')
  const kept = await read(path)
  const start = { ...usual, ...kept, policy: checkPolicy({ ...usual.policy, ...kept.policy }) }
  return createShelf(start, async ({ origins: _, ...settings }) => {
    // Written aside and renamed: a crash leaves the old settings or the new ones.
    await writeFile(`${path}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  })
}

async function read(path: string): Promise<Partial<Settings>> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LonghandError('bad-config', `${path} is not JSON. Repair it, or delete it to start with the defaults.`, {
      cause,
    })
  }
}
