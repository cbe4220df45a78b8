import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LonghandError } from 'longhand'
import type { Settings } from 'longhand/internal/client'
import { checkPolicy } from 'longhand/internal/core'
import { applyConfig } from './apply-config.ts'
import { type Config, noConfig } from './read-config.ts'
import { createSettingsStore, type SettingsStore } from './settings-store.ts'

/** Settings that people change on the screen, kept in the data folder. What the configuration fixes cannot be changed. */
export async function openSettings(
  folder: string,
  defaults: Settings,
  config: Config = noConfig,
): Promise<SettingsStore> {
  const path = join(folder, 'settings.json')
  const kept = await read(path)
  let own: Settings = { ...defaults, ...kept, policy: checkPolicy({ ...defaults.policy, ...kept.policy }) }
  let shown = applyConfig(config, own)
  return createSettingsStore(shown, async next => {
    refuseFixed(config, next)
    // Values of the configuration are not stored: the next start may be in another folder.
    const changed = withChanges(own, shown, next) as Settings
    const { origins: _, file: __, ...settings } = changed
    // Written aside and renamed: a crash leaves the old settings or the new ones.
    await writeFile(`${path}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
    own = changed
    shown = next
  })
}

/** A value with what differs between two others, key by key. */
function withChanges(own: unknown, before: unknown, after: unknown): unknown {
  if (isDeepStrictEqual(before, after)) return own
  if (![own, before, after].every(isSection)) return after
  const [mine, old, next] = [own, before, after] as readonly Record<string, unknown>[]
  const names = Object.keys({ ...mine, ...next }).filter(name => name in next! || !(name in old!))
  const values = names.map(name => [name, withChanges(mine![name], old![name], next![name])] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const isSection = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws when a change would not last: the configuration would win again at the next start. */
function refuseFixed(config: Config, wanted: Settings): void {
  const { origins: _, ...fixed } = applyConfig(config, wanted)
  const { origins: __, ...asked } = wanted
  if (isDeepStrictEqual(fixed, asked)) return
  const where = [...new Set(Object.values(config.origins))].slice(0, 3).join(', ')
  throw new LonghandError('not-allowed', `This is fixed by the configuration (${where}). Change it there.`)
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
