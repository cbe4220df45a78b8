import type { SettingsSection } from 'longhand/react'

/** The screen that an address names. */
export type Route =
  | { readonly screen: 'start' }
  | { readonly screen: 'settings'; readonly section: SettingsSection }
  | {
      readonly screen: 'conversation'
      readonly id: string
      readonly number: number | null
      readonly drawer: 'checkpoints' | null
    }

/** Reads `/`, `/c/ID`, `/c/ID#m24`, `/c/ID?checkpoints` and `/settings/SECTION`; anything else is the start. */
export function parseRoute(address: string): Route {
  const { pathname, hash, searchParams } = new URL(address, 'http://longhand')
  const [, first, second] = pathname.split('/')
  if (first === 'c' && second) {
    const number = /^#m(\d{1,9})$/.exec(hash)?.[1]
    return {
      screen: 'conversation',
      id: decodeURIComponent(second),
      number: number === undefined ? null : Number(number),
      drawer: searchParams.has('checkpoints') ? 'checkpoints' : null,
    }
  }
  if (first === 'settings') return { screen: 'settings', section: sections.find(one => one === second) ?? 'condensing' }
  return { screen: 'start' }
}

const sections: readonly SettingsSection[] = [
  'models',
  'connect',
  'condensing',
  'keep',
  'checkpoints',
  'memories',
  'clients',
  'appearance',
  'data',
  'about',
]
