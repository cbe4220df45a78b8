import { plainKeys, variableOf } from './config/config-keys.ts'
import { type Config, readConfig } from './config/read-config.ts'
import { readSecret } from './config/read-file.ts'
import type { ConfigFlags } from './config/user-values.ts'
import { homeFolder } from './trust/home-folder.ts'

export { connectionsPath, readConnections } from './connections/connections-file.ts'
export { providerVariables } from './models/provider-variables.ts'
export type { ConfigFlags }

/** How to start, from the configuration file, the environment and flags. */
export type Environment = {
  readonly folder: string
  readonly hostname: string
  /** Null takes the default port, or the next free one. */
  readonly port: number | null
  /** A Postgres to use in place of the embedded one. */
  readonly database: string | null
  readonly config: Config
}

export function readEnvironment(variables: NodeJS.ProcessEnv, flags: ConfigFlags = {}): Environment {
  const config = readConfig({ variables, flags })
  const { data, host, port, database_url_file } = config.values.server ?? {}
  const inFile = () => (database_url_file === undefined ? null : readSecret(database_url_file))
  return {
    folder: data ?? homeFolder(),
    hostname: host ?? '127.0.0.1',
    port: port ?? null,
    database: variables.DATABASE_URL?.trim() || inFile(),
    config,
  }
}

/** Every `LONGHAND_` variable that is read. */
export const knownVariables = (): readonly string[] => [
  ...plainKeys().map(variableOf),
  ...['LONGHAND_CONFIG', 'LONGHAND_DATA', 'LONGHAND_THEME', 'LONGHAND_ASCII'],
]

/** Whether to open the page in a browser. */
export function wantsBrowser(variables: NodeJS.ProcessEnv, output: { readonly isTTY?: boolean }): boolean {
  return output.isTTY === true && !variables.CI && variables.BROWSER !== 'none'
}
