import { fileURLToPath } from 'node:url'
import { classic } from 'longhand'
import { openEmbedded } from 'longhand/embedded'
import type { Settings } from 'longhand/internal/client'
import type { Storage } from 'longhand/internal/engine'
import { runTask } from 'longhand/internal/threads'
import { meter } from 'longhand/internal/tokens'
import { openPostgres, type PostgresOptions } from 'longhand/postgres'
import { writeAddress } from './address-file.ts'
import type { ConfigValues } from './config/config-schema.ts'
import { isOff } from './config/is-off.ts'
import { modelFigures } from './config/model-figures.ts'
import { type Config, noConfig } from './config/read-config.ts'
import { readPrompts } from './config/read-prompts.ts'
import { openSettings } from './config/settings-file.ts'
import { toolServers } from './config/tool-servers.ts'
import { openConnections } from './connections/connections.ts'
import { readConnections, writeConnections } from './connections/connections-file.ts'
import type { LocalServer } from './connections/local-servers.ts'
import { defined } from './defined.ts'
import type { Environment } from './environment.ts'
import { authFrom, limitsFrom } from './gate/from-config.ts'
import { defaultSessionDays } from './gate/local-sign-in.ts'
import { openTokens } from './gate/tokens.ts'
import { readPage } from './http/page.ts'
import { createModelList, type ScopeFor } from './models/model-list.ts'
import { smallOffline } from './models/offline.ts'
import { tightenFiles } from './private-files.ts'
import { relaySettings } from './relay/relay-settings.ts'
import type { LonghandServer } from './server.ts'
import { checkDisk, defaultMinFreeMB } from './telemetry/check-disk.ts'
import { type Log, openLog } from './telemetry/log.ts'
import { openAudit } from './telemetry/open-audit.ts'
import type { ToolServers } from './tools/tool-server.ts'
import { contextToolNames } from './tools/tool-tokens.ts'
import { openToolbox } from './tools/toolbox.ts'
import { threadReaders } from './transfer/readers.ts'
import { homeFolder } from './trust/home-folder.ts'

/** How a server is started; what is left out is found in the usual places. */
export type ServerOptions = Omit<Environment, 'config'> & {
  /** Only defaults when left out. */
  readonly config?: Config
  /** Where keys of providers are; the process's own environment when left out. */
  readonly variables?: NodeJS.ProcessEnv
  /** The tool servers that models may use; those of the configuration when left out. */
  readonly toolServers?: ToolServers
  /** Called with a sentence when something takes long. */
  readonly progress?: (sentence: string) => void
  /** What to do when a Postgres does not answer at the start; `fail` when left out. */
  readonly databaseAway?: 'fail' | 'wait'
  /** How the storage is opened; the database, or the one in the folder, when left out. */
  readonly openStorage?: () => Promise<Storage>
  /** Where model servers of this machine are looked for; their usual places when left out. */
  readonly localServers?: readonly LocalServer[]
  /** Where events are logged; as lines of JSON on standard error when left out, from level `warn`. */
  readonly log?: Log
  /** Where the built page is. */
  readonly page?: string
}

const builtPage = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Opens everything that a server needs, and starts it. */
export async function createServer(options: ServerOptions): Promise<LonghandServer> {
  const { folder, database, hostname, port, variables = process.env, config = noConfig } = options
  const { values } = config
  const { log = openLog(values.log?.level ?? 'warn') } = options
  const metrics = isOff(values.metrics?.enabled) ? 'off' : 'on'
  const auth = authFrom(values)
  const limits = limitsFrom(values, auth)
  const hosts = values.server?.hosts ?? []
  const tokens = await openTokens(folder)
  tightenFiles(folder, homeFolder())
  const connections = openConnections({
    variables,
    config: values,
    // What one person has connected is not for those who share a server.
    connections: auth.mode === 'local' ? readConnections(folder) : [],
    save: next => writeConnections(folder, next),
    ...(options.localServers && { localServers: options.localServers }),
  })
  const [first] = connections.sources()
  const defaults = defaultSettings(`${first!.name}/${first!.models[0]!}`)
  const settings = await openSettings(folder, defaults, config)
  const ownFigures = { [smallOffline.name]: smallOffline, ...modelFigures(config) }
  const prompts = readPrompts(config)
  const page = await readPage(options.page ?? builtPage)
  const servers = options.toolServers ?? toolServers(config, variables)
  const { progress } = options
  const openDefault = () =>
    database === null
      ? openEmbedded(folder, defined({ progress }))
      : // A direct connection for LISTEN, for databases behind a transaction pooler.
        openPostgres(database, {
          ...defined({ listenUrl: variables.DATABASE_LISTEN_URL, away: options.databaseAway, runTask }),
          ...databaseOptions(values),
        })
  const opening = (options.openStorage ?? openDefault)()
  // The first count loads the tokenizer: that is done while storage opens, like most of the program.
  meter.countText('Longhand')
  const [storage, { startServer }] = await Promise.all([opening, import('./server.ts')])
  if (options.databaseAway === 'wait')
    await storage.check().catch(({ message }: Error) => progress?.(`${message} The server starts, and waits for it.`))
  const toolBox = openToolbox({
    servers,
    reservedNames: contextToolNames(),
    onLost: ({ code, details }) => log({ level: 'warn', event: 'tools-lost', code, ...details }),
  })
  const modelOptions = {
    get sources() {
      return connections.sources()
    },
    ...{ ownFigures, settings: settings.current, toolBox, ...(prompts && { prompts }) },
  }
  const models = (scopeFor: ScopeFor) => createModelList(modelOptions, scopeFor)
  try {
    const server = await startServer({
      ...{ storage, models, connections, meter, runTask, readers: threadReaders, settings, toolBox, page, log },
      ...{ tokens, auth, limits, metrics, hostname, hosts, port, relaySettings: relaySettings(values) },
      checkDisk: () => checkDisk(folder, values.server?.min_free_mb ?? defaultMinFreeMB),
      audit: openAudit(values.log?.audit_file, log),
      sessionDays: values.auth?.session_days ?? defaultSessionDays,
      drainMs: (values.server?.drain_seconds ?? 5) * 1000,
      notReadyMs: (values.server?.not_ready_seconds ?? 0) * 1000,
      // With a log of its own it runs in a terminal, where a person sees that it hangs.
      ...(options.log || isOff(values.server?.watchdog) ? {} : { watchdog: values.log?.level ?? 'warn' }),
    })
    const removeAddress = await writeAddress({ folder, database }, server.url)
    return {
      ...server,
      get token() {
        return server.token
      },
      close: () => removeAddress().then(server.close),
    }
  } catch (error) {
    await Promise.all([storage.close(), toolBox.close()])
    throw error
  }
}

function databaseOptions({ server = {} }: ConfigValues): Partial<PostgresOptions> {
  const { database_connections: connections, statement_timeout_seconds: seconds } = server
  return defined({ connections, timeoutMs: seconds === undefined ? undefined : seconds * 1000 })
}

const defaultSettings = (model: string): Settings => ({
  policy: classic,
  model,
  summaryModel: 'auto',
  fastModel: 'auto',
  instructions: '',
  windows: {},
  file: null,
  origins: {},
})
