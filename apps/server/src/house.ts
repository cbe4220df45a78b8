import type { ProviderRow } from 'longhand/client'
import type { Engine } from 'longhand/engine'
import type { Gate } from './gate/gate.ts'
import type { Authors } from './live/authors.ts'
import type { Live } from './live/live.ts'
import type { ModelList } from './models/model-list.ts'
import type { Page } from './page.ts'
import type { SettingsShelf } from './settings/shelf.ts'
import type { ToolBox } from './tools/toolbox.ts'
import type { Readers } from './transfer/readers.ts'
import type { Log } from './watch/log.ts'
import type { Gauges } from './watch/measure.ts'
import type { Metrics } from './watch/metrics.ts'

/** Everything that the routes serve from. */
export type House = {
  readonly engine: Engine
  readonly models: ModelList
  /** Where models can come from, as it was at the start. */
  readonly providers: readonly ProviderRow[]
  readonly settings: SettingsShelf
  readonly toolBox: ToolBox
  readonly gate: Gate
  readonly readers: Readers
  readonly live: Live
  readonly authors: Authors
  /** The runs that came through this process, with their owners: a clean end says goodbye for them. */
  readonly attached: Map<string, string>
  /** The built web page; null when there is none. */
  readonly page: Page | null
  readonly log: Log
  readonly metrics: Metrics
  readonly gauges: Gauges
}

/** The engine with the settings that hold now. */
export const engineOf = ({ engine, settings }: House): Engine => ({ ...engine, policy: settings.current().policy })
