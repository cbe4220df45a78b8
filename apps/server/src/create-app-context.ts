import { hostname } from 'node:os'
import {
  createEngine,
  type Engine,
  type EngineEvent,
  type Meter,
  type RunTask,
  type Storage,
  scopeOf,
  systemClock,
} from 'longhand/internal/engine'
import type { House } from './app-context.ts'
import { createAuthors } from './live/authors.ts'
import { createLive } from './live/live-feed.ts'
import { tellChange, tellEngineEvent } from './live/publish.ts'
import type { ModelList, ScopeFor } from './models/model-list.ts'
import { countEvents } from './telemetry/count-events.ts'
import { measure } from './telemetry/gauges.ts'
import { logEvents } from './telemetry/log-events.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { traceEvents } from './telemetry/trace-events.ts'
import { type Readers, readersHere } from './transfer/readers.ts'

/** What a house is made from; the rest it makes itself. */
export type HouseParts = Pick<House, 'settings' | 'providers' | 'toolBox' | 'gate' | 'page' | 'log'> & {
  /** Made when the engine is, because models may look into the conversations that it keeps. */
  readonly models: (scopeFor: ScopeFor) => ModelList
  readonly storage: Storage
  readonly meter: Meter
  /** Where long work on texts is done; here when left out. */
  readonly runTask?: RunTask
  /** Where what people bring along is read; here when left out. */
  readonly readers?: Readers
}

/** An engine on its parts, and all who hear what happens in it: the live feed, metrics, the log, traces. */
export function openHouse({ storage, meter, runTask, models: openModels, ...parts }: HouseParts): House {
  const { readers = readersHere(meter) } = parts
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
    ...(runTask && { runTask }),
    onEvent: event => {
      for (const hear of ears) hear(event)
    },
  })
  const metrics = createMetrics()
  const ears = [
    (event: EngineEvent) => tellEngineEvent(live, event),
    countEvents(metrics, models),
    logEvents(parts.log),
    traceEvents(engine.clock.now),
  ]
  storage.subscribe(notice => tellChange(live, authors, notice))
  const gauges = measure(metrics, engine, live)
  return { ...parts, readers, models, engine, live, authors, attached: new Map(), metrics, gauges }
}
