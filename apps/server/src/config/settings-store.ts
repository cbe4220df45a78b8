import type { Settings } from 'longhand/internal/client'

/** Keeps what holds for every conversation that has no wishes of its own. */
export type SettingsShelf = {
  current(): Settings
  change(change: Partial<Settings>): Promise<Settings>
}

/** Settings that start from what is given and are kept by `keep` whenever they change. */
export function createShelf(start: Settings, keep: (settings: Settings) => Promise<void>): SettingsShelf {
  let settings = start
  let last: Promise<unknown> = Promise.resolve()
  const make = async (change: Partial<Settings>) => {
    const next = { ...settings, ...change }
    await keep(next)
    settings = next
    return settings
  }
  return {
    current: () => settings,
    change(change) {
      // One after the other: two at once would forget what the other changed.
      const made = last.then(() => make(change))
      last = made.catch(() => {})
      return made
    },
  }
}
