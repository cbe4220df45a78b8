import { hostname } from 'node:os'
import { titleFromText } from 'longhand/internal/client'
import {
  type Clock,
  createEngine,
  type Engine,
  type EngineEvent,
  type Meter,
  type RunTask,
  type Storage,
  scopeOf,
  systemClock,
} from 'longhand/internal/engine'
import { createRelay } from 'longhand/internal/relay'
import type { AppContext } from './app-context.ts'
import { createAuthors } from './live/authors.ts'
import { createLiveFeed } from './live/live-feed.ts'
import { publishChange, publishEngineEvent } from './live/publish.ts'
import type { ModelList, ScopeFor } from './models/model-list.ts'
import { createNamedChats } from './named-chats.ts'
import { createAcceptedKeys } from './relay/accepted-keys.ts'
import { defaultRelay, type RelaySettings } from './relay/relay-settings.ts'
import { chargedPrices } from './telemetry/charged-prices.ts'
import { countEvents } from './telemetry/count-events.ts'
import { createGauges } from './telemetry/gauges.ts'
import { logEvents } from './telemetry/log-events.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { noSpending, noteSpending } from './telemetry/note-spending.ts'
import { traceEvents } from './telemetry/trace-events.ts'
import { type Readers, readersHere } from './transfer/readers.ts'

/** What the context is created from; it creates the rest. */
export type AppContextOptions = Pick<
  AppContext,
  'settings' | 'connections' | 'toolBox' | 'gate' | 'page' | 'log' | 'checkDisk'
> & {
  /** Created together with the engine, because models may read the conversations that it stores. */
  readonly models: (scopeFor: ScopeFor) => ModelList
  /** How programs are served that only know the base URL; as usual when left out. */
  readonly relaySettings?: RelaySettings
  /** Keys the names of what clients bring; one of its own when left out. */
  readonly secret?: string
  readonly storage: Storage
  readonly meter: Meter
  /** Where long work on texts runs; in this thread when left out. */
  readonly runTask?: RunTask
  /** Where imports are parsed; in this thread when left out. */
  readonly readers?: Readers
  /** The clock of the system when left out. */
  readonly clock?: Clock
}

/** Creates the engine and connects everything that listens to its events: the live feed, metrics, the log, traces. */
export function createAppContext({
  storage,
  meter,
  runTask,
  clock = systemClock,
  models: openModels,
  secret = crypto.randomUUID(),
  relaySettings = defaultRelay,
  ...parts
}: AppContextOptions): AppContext {
  const { readers = readersHere(meter) } = parts
  const live = createLiveFeed()
  const authors = createAuthors()
  const namedChats = createNamedChats()
  const models = openModels((owner, conversation) => scopeOf(engine, owner, conversation))
  const engine: Engine = createEngine({
    storage,
    meter,
    models,
    clock,
    newId: () => crypto.randomUUID(),
    worker: `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`,
    policy: parts.settings.current().policy,
    ...(runTask && { runTask }),
    onEvent: event => {
      for (const listener of listeners) listener(event)
    },
  })
  const metrics = createMetrics()
  const spending =
    parts.gate.limits.dollarsPerMonth === null
      ? noSpending
      : noteSpending(engine, chargedPrices(models, parts.connections), parts.log)
  const listeners = [
    (event: EngineEvent) => publishEngineEvent(live, event),
    countEvents(metrics, models),
    logEvents(parts.log),
    traceEvents(engine.clock.now),
    spending.event,
  ]
  storage.subscribe(notice => publishChange(live, authors, notice))
  storage.subscribe(namedChats.hear)
  storage.subscribe(notice => {
    if (notice.type === 'changed' && notice.topic === 'deleted') engine.heldBranches.forget(notice.conversation)
  })
  const gauges = createGauges(metrics, engine, live)
  const current = () => ({ ...engine, policy: parts.settings.current().policy })
  const { clientWindows, keepOnce } = relaySettings
  const relay = createRelay({ engine: current, secret, titleOf: titleFromText, clientWindows, keepOnce })
  return {
    ...parts,
    relay,
    relaySettings,
    acceptedKeys: createAcceptedKeys(),
    readers,
    models,
    engine,
    live,
    authors,
    namedChats,
    attached: new Map(),
    metrics,
    spending,
    gauges,
  }
}
