import { LonghandError } from 'longhand'
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

/** The same settings where many people share them: nobody changes them for the others. */
export const outOfReach = ({ current }: SettingsShelf): SettingsShelf => ({
  current,
  async change() {
    throw new LonghandError('not-allowed', 'These settings hold for everyone here. Ask whoever runs this server.')
  },
})
