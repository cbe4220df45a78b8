import { fileURLToPath } from 'node:url'
import { classic } from 'longhand'
import { openEmbedded } from 'longhand/embedded'
import { defaultPrompts } from 'longhand/internal/ai-sdk'
import type { Settings } from 'longhand/internal/client'
import { runTask } from 'longhand/internal/threads'
import { meter } from 'longhand/internal/tokens'
import { openPostgres } from 'longhand/postgres'
import { writeAddress } from './address-file.ts'
import { figuresOf } from './config/model-figures.ts'
import { type Config, noConfig } from './config/read-config.ts'
import { promptsOf } from './config/read-prompts.ts'
import { openSettings } from './config/settings-file.ts'
import { toolServersOf } from './config/tool-servers.ts'
import type { Environment } from './environment.ts'
import { authFrom, limitsFrom } from './gate/from-config.ts'
import { readToken } from './gate/token.ts'
import { readPage } from './http/page.ts'
import { contextToolNames } from './models/context-tool-tokens.ts'
import { createModelList, type ScopeFor } from './models/model-list.ts'
import { offlineShop, smallOffline } from './models/offline.ts'
import { openProviders, providerRows } from './models/providers.ts'
import { tightenFiles } from './private-files.ts'
import { type LonghandServer, startServer } from './server.ts'
import { type Log, openLog } from './telemetry/log.ts'
import type { ToolServers } from './tools/tool-server.ts'
import { openToolBox } from './tools/toolbox.ts'
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
  /** Told what takes long. */
  readonly progress?: (sentence: string) => void
  /** Told what happens; lines of JSON on the error output when left out, and only those that matter. */
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
  const token = await readToken(folder)
  tightenFiles(folder, homeFolder())
  const { providers } = config.values
  const wishes = providers === undefined ? {} : { providers }
  const shops = [...openProviders(variables, wishes), offlineShop]
  const usual = usualSettings(`${shops[0]!.name}/${shops[0]!.models[0]!}`)
  const settings = await openSettings(folder, usual, config)
  const own = { [smallOffline.name]: smallOffline, ...figuresOf(config) }
  const prompts = promptsOf(config)
  const page = await readPage(options.page ?? builtPage)
  const servers = options.toolServers ?? toolServersOf(config, variables)
  const { progress } = options
  const opening =
    database === null
      ? openEmbedded(folder, progress ? { progress } : {})
      : openPostgres(database, { ...listening(variables.DATABASE_LISTEN_URL), runTask })
  // The first count loads the tokenizer, the first summary compiles its prompts. Storage opens elsewhere meanwhile, and
  // nobody has to wait for either later on.
  meter.countText('Longhand')
  defaultPrompts()
  const storage = await opening
  const toolBox = openToolBox({
    servers,
    taken: contextToolNames(),
    lost: ({ code, details }) => log({ level: 'warn', event: 'tools-lost', code, ...details }),
  })
  const parts = { shops, own, wishes: settings.current, toolBox, ...(prompts === null ? {} : { prompts }) }
  const models = (scopeFor: ScopeFor) => createModelList(parts, scopeFor)
  try {
    const server = await startServer({
      ...{ storage, models, meter, runTask, readers: threadReaders, settings, toolBox, page, log },
      providers: providerRows(variables, wishes),
      ...{ token, auth, limits, metrics, hostname, hosts, port },
      // A process whose lines go elsewhere has a terminal of its own, and a person who sees that it hangs.
      ...(options.log || isOff(values.server?.watchdog) ? {} : { watchdog: values.log?.level ?? 'warn' }),
    })
    const takeBack = await writeAddress(folder, server.url)
    return { ...server, close: () => takeBack().then(server.close) }
  } catch (error) {
    await Promise.all([storage.close(), toolBox.close()])
    throw error
  }
}

const isOff = (wish: boolean | 'on' | 'off' | undefined): boolean => wish === false || wish === 'off'

/** Where to hear of changes when the database is behind a pooler that cannot tell them. */
const listening = (url: string | undefined) => (url === undefined ? {} : { listenUrl: url })

const usualSettings = (model: string): Settings => ({
  policy: classic,
  model,
  summaryModel: 'auto',
  fastModel: 'auto',
  instructions: '',
  windows: {},
  file: null,
  origins: {},
})
