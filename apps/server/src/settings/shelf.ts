import type { Settings } from 'longhand/client'

/** Keeps what holds for every conversation that has no wishes of its own. */
export type SettingsShelf = {
  current(): Settings
  change(change: Partial<Settings>): Promise<Settings>
}

/** Settings that start from what is given and are kept by `keep` whenever they change. */
export function createShelf(start: Settings, keep: (settings: Settings) => Promise<void>): SettingsShelf {
  let settings = start
  return {
    current: () => settings,
    async change(change) {
      const next = { ...settings, ...change }
      await keep(next)
      settings = next
      return settings
    },
  }
}
