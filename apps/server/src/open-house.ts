import { hostname } from 'node:os'
import { createEngine, type Meter, type Storage, systemClock } from 'longhand/engine'
import type { House } from './house.ts'
import { createAuthors } from './live/authors.ts'
import { createLive } from './live/live.ts'
import { tellChange, tellEngineEvent } from './live/tell.ts'

/** What a house is made from; the rest it makes itself. */
export type HouseParts = Pick<House, 'models' | 'settings' | 'gate' | 'page' | 'log'> & {
  readonly storage: Storage
  readonly meter: Meter
}

/** An engine on its parts, and the feed that tells what happens in it. */
export function openHouse({ storage, meter, ...parts }: HouseParts): House {
  const live = createLive()
  const authors = createAuthors()
  const engine = createEngine({
    storage,
    meter,
    models: parts.models,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    worker: `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`,
    policy: parts.settings.current().policy,
    tell: event => tellEngineEvent(live, event),
  })
  storage.subscribe(notice => tellChange(live, authors, notice))
  return { ...parts, engine, live, authors, attached: new Map() }
}
