import type { Settings } from 'longhand/internal/client'

/** Holds the settings of every conversation that does not override them. */
export type SettingsStore = {
  current(): Settings
  change(change: Partial<Settings>): Promise<Settings>
}

/** Settings with an initial value, saved by `save` whenever they change. */
export function createSettingsStore(start: Settings, save: (settings: Settings) => Promise<void>): SettingsStore {
  let settings = start
  let last: Promise<unknown> = Promise.resolve()
  const make = async (change: Partial<Settings>) => {
    const next = { ...settings, ...change }
    await save(next)
    settings = next
    return settings
  }
  return {
    current: () => settings,
    change(change) {
      // One after the other: concurrent changes would overwrite each other.
      const made = last.then(() => make(change))
      last = made.catch(() => {})
      return made
    },
  }
}
