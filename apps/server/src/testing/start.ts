import { classic, LonghandError, type Policy } from 'longhand'
import { createApi } from 'longhand/client'
import type { Clock, Generate, Meter, RunTask, Storage, Summariser } from 'longhand/internal/engine'
import { failingStorage, lettersMeter, saying } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { createSettingsStore } from '../config/settings-store.ts'
import { type Connections, openConnections } from '../connections/connections.ts'
import type { Audit } from '../gate/audit.ts'
import { type Auth, localAuth } from '../gate/auth.ts'
import { defaultLimits, type Limits } from '../gate/limits.ts'
import { defaultSessionDays } from '../gate/local-sign-in.ts'
import { fixedToken, type Tokens } from '../gate/tokens.ts'
import type { Page } from '../http/page.ts'
import type { ModelList } from '../models/model-list.ts'
import type { Upstream } from '../models/upstreams.ts'
import type { RelaySettings } from '../relay/relay-settings.ts'
import { type LonghandServer, type ServerParts, startServer } from '../server.ts'
import type { Log } from '../telemetry/log.ts'
import { openToolbox, type Toolbox } from '../tools/toolbox.ts'
import type { Readers } from '../transfer/readers.ts'

/** A server of its own for a test, and a client that has its token. */
export type Started = LonghandServer & { readonly api: ReturnType<typeof createApi> }

export type StartOptions = {
  readonly storage?: Storage
  readonly speak?: Generate
  /** Who writes summaries; nobody when left out. */
  readonly summariser?: Summariser
  /** Who writes summaries that a client's own key pays for; nobody when left out. */
  readonly clientSummariser?: Summariser
  readonly window?: number
  readonly policy?: Partial<Policy>
  /** Who writes titles; nobody when left out, so that providers are asked for what a test asks. */
  readonly titles?: 'model' | 'first-words'
  readonly page?: Page
  /** In place of the scripted model. */
  readonly models?: ServerParts['models']
  readonly meter?: Meter
  readonly log?: Log
  readonly auth?: Auth
  readonly limits?: Partial<Limits>
  readonly toolBox?: Toolbox
  readonly readers?: Readers
  readonly runTask?: RunTask
  readonly clock?: Clock
  readonly upstreams?: readonly Upstream[]
  readonly relaySettings?: RelaySettings
  readonly connections?: Connections
  readonly drainMs?: number
  readonly notReadyMs?: number
  readonly audit?: Audit
  readonly tokens?: Tokens
  readonly checkDisk?: () => Promise<void>
}

export async function start(options: StartOptions = {}): Promise<Started> {
  const { auth = localAuth } = options
  const server = await startServer({
    ...partsFor(options),
    tokens: options.tokens ?? fixedToken('token-of-a-test'),
    auth,
    limits: { ...defaultLimits(auth), ...options.limits },
    metrics: 'on',
    hostname: '127.0.0.1',
    hosts: [],
    port: 0,
    drainMs: options.drainMs ?? 0,
    notReadyMs: options.notReadyMs ?? 0,
    audit: options.audit ?? (() => {}),
    sessionDays: defaultSessionDays,
  })
  return { ...server, api: createApi({ base: server.url, headers: { authorization: `Bearer ${server.token}` } }) }
}

/** What a context is made of in tests: memory, a scripted model and a plain meter, unless they want something else. */
export function partsFor({ speak: generate = saying('Fine.'), window = 100_000, ...options }: StartOptions) {
  return {
    storage: failingStorage(options.storage ?? openMemory()),
    models: options.models ?? (() => modelsOf(generate, window, options)),
    meter: options.meter ?? lettersMeter,
    toolBox: options.toolBox ?? openToolbox({ servers: {}, reservedNames: [], onLost: () => {} }),
    connections: options.connections ?? connectionsOf(options.upstreams),
    settings: createSettingsStore(settingsWith(options), async () => {}),
    page: options.page ?? null,
    ...(options.readers && { readers: options.readers }),
    ...(options.runTask && { runTask: options.runTask }),
    ...(options.clock && { clock: options.clock }),
    ...(options.relaySettings && { relaySettings: options.relaySettings }),
    ...(options.checkDisk && { checkDisk: options.checkDisk }),
    log: options.log ?? tellBugs,
  }
}

/** No provider but the scripted one, and what a test gives to pass requests on to. */
function connectionsOf(upstreams: readonly Upstream[] = []): Connections {
  const none = openConnections({ variables: {}, config: {}, connections: [], save: async () => {}, localServers: [] })
  return { ...none, providers: () => [], upstreams: () => upstreams }
}

const tellBugs: Log = line => {
  if (line.event === 'bug') console.error(line)
}

const settingsWith = ({ policy, titles = 'first-words' }: Pick<StartOptions, 'policy' | 'titles'>) => ({
  policy: { ...classic, ...policy },
  titles,
  model: 'scripted',
  summaryModel: 'scripted',
  fastModel: 'scripted',
  instructions: '',
  windows: {},
  file: null,
  origins: {},
})

const modelsOf = (
  generate: Generate,
  window: number,
  { summariser, clientSummariser }: Pick<StartOptions, 'summariser' | 'clientSummariser'>,
): ModelList => ({
  defaultModel: 'scripted',
  rows: [
    {
      id: 'scripted',
      name: 'Scripted',
      provider: 'test',
      window,
      source: 'registry',
      output: null,
      offline: true,
      prices: null,
    },
  ],
  find: name => ({ name, generate, room: { window, reserve: 1_000 }, instructions: null, tools: 0 }),
  summariser: () => summariser ?? null,
  withoutTools: () => null,
  summariserFrom: () => clientSummariser ?? null,
  prices: () => null,
  toolsOf: () => [],
  has: name => name === 'scripted',
  check: name => {
    if (name !== 'scripted') throw new LonghandError('not-found', `There is no model ${name}.`)
  },
})
