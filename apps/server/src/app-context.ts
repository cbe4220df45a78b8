import type { Engine } from 'longhand/internal/engine'
import type { Relay } from 'longhand/internal/relay'
import type { SettingsStore } from './config/settings-store.ts'
import type { Connections } from './connections/connections.ts'
import type { Gate } from './gate/gate.ts'
import type { Page } from './http/page.ts'
import type { Authors } from './live/authors.ts'
import type { LiveFeed } from './live/live-feed.ts'
import type { ModelList } from './models/model-list.ts'
import type { NamedChats } from './named-chats.ts'
import type { AcceptedKeys } from './relay/accepted-keys.ts'
import type { RelaySettings } from './relay/relay-settings.ts'
import type { Gauges } from './telemetry/gauges.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { NoteSpending } from './telemetry/note-spending.ts'
import type { Toolbox } from './tools/toolbox.ts'
import type { Readers } from './transfer/readers.ts'

/** Everything that the routes work with. */
export type AppContext = {
  readonly engine: Engine
  readonly models: ModelList
  /** Where models come from, and where requests of clients can be passed on to. */
  readonly connections: Connections
  readonly relay: Relay
  readonly relaySettings: RelaySettings
  readonly acceptedKeys: AcceptedKeys
  readonly settings: SettingsStore
  readonly toolBox: Toolbox
  readonly gate: Gate
  readonly readers: Readers
  readonly live: LiveFeed
  readonly authors: Authors
  readonly namedChats: NamedChats
  /** The runs that were attached through this process, with their owners: a clean shutdown detaches them. */
  readonly attached: Map<string, string>
  /** The built web page; null when there is none. */
  readonly page: Page | null
  readonly log: Log
  readonly metrics: Metrics
  readonly gauges: Gauges
  readonly spending: NoteSpending
  /** Throws when the disk of the data folder is full; left out where nothing is stored on one. */
  readonly checkDisk?: () => Promise<void>
}

/** The engine with the current settings. */
export const currentEngine = ({ engine, settings }: AppContext): Engine => ({
  ...engine,
  policy: settings.current().policy,
})
