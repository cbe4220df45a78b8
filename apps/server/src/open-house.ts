import { hostname } from 'node:os'
import { createEngine, type Engine, type Meter, type Storage, scopeOf, systemClock } from 'longhand/engine'
import type { House } from './house.ts'
import { createAuthors } from './live/authors.ts'
import { createLive } from './live/live.ts'
import { tellChange, tellEngineEvent } from './live/tell.ts'
import type { ModelList, ScopeFor } from './models/model-list.ts'

/** What a house is made from; the rest it makes itself. */
export type HouseParts = Pick<House, 'settings' | 'toolBox' | 'gate' | 'page' | 'log'> & {
  /** Made when the engine is, because models may look into the conversations that it keeps. */
  readonly models: (scopeFor: ScopeFor) => ModelList
  readonly storage: Storage
  readonly meter: Meter
}

/** An engine on its parts, and the feed that tells what happens in it. */
export function openHouse({ storage, meter, models: openModels, ...parts }: HouseParts): House {
  const live = createLive()
  const authors = createAuthors()
  const models = openModels((owner, conversation) => scopeOf(engine, owner, conversation))
  const engine: Engine = createEngine({
    storage,
    meter,
    models,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    worker: `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`,
    policy: parts.settings.current().policy,
    tell: event => tellEngineEvent(live, event),
  })
  storage.subscribe(notice => tellChange(live, authors, notice))
  return { ...parts, models, engine, live, authors, attached: new Map() }
}
