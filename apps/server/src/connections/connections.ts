import { LonghandError } from 'longhand'
import type { ProviderRow } from 'longhand/internal/client'
import type { ModelSource } from '../models/model-source.ts'
import { offlineSource } from '../models/offline.ts'
import { openProviders, type ProviderConfig, providerRows, type Variables } from '../models/providers.ts'
import { type Upstream, upstreamsIn } from '../models/upstreams.ts'
import type { Connection } from './connection.ts'
import { type LocalServer, usualLocalServers } from './local-servers.ts'

/** Where models come from: the environment and the configuration, which stay as they are, and what people connect meanwhile. */
export type Connections = {
  /** The same list until something is connected or disconnected. */
  sources(): readonly ModelSource[]
  providers(): readonly ProviderRow[]
  upstreams(): readonly Upstream[]
  /** The models of one more connection, as they would be; throws `not-allowed` where it would change nothing. */
  tried(connection: Connection): ModelSource
  connect(connection: Connection): Promise<void>
  disconnect(name: string): Promise<void>
  /** Where to look for model servers of this machine. */
  readonly localServers: readonly LocalServer[]
}

/** What the connections are opened with. */
export type ConnectionsOptions = {
  readonly variables: Variables
  readonly config: ProviderConfig
  readonly connections: readonly Connection[]
  /** Stores them; what fails here changes nothing. */
  readonly save: (connections: readonly Connection[]) => Promise<void>
  readonly localServers?: readonly LocalServer[]
}

export function openConnections(options: ConnectionsOptions): Connections {
  const { variables, config, save, localServers = usualLocalServers } = options
  let state = stateOf(options, options.connections)
  let last: Promise<unknown> = Promise.resolve()
  // One after the other: concurrent changes would overwrite each other.
  const change = (next: (now: readonly Connection[]) => readonly Connection[]) => {
    const made = last.then(async () => {
      const connections = next(state.connections)
      await save(connections)
      state = stateOf(options, connections)
    })
    last = made.catch(() => {})
    return made
  }
  const others = (name: string) => state.connections.filter(one => one.name !== name)
  return {
    localServers,
    sources: () => state.sources,
    providers: () => state.providers,
    upstreams: () => state.upstreams,
    tried(connection) {
      const { name } = connection
      const connections = [...others(name), connection]
      const row = providerRows(variables, { ...config, connections }).find(one => one.name === name)
      if (row?.connected !== true) throw fixedElsewhere(name)
      return openProviders(variables, { ...config, connections }).find(one => one.name === name)!
    },
    connect: connection => change(now => [...now.filter(({ name }) => name !== connection.name), connection]),
    async disconnect(name) {
      if (others(name).length === state.connections.length)
        throw new LonghandError('not-found', 'Nothing by this name was connected on the page.')
      await change(now => now.filter(one => one.name !== name))
    },
  }
}

type State = {
  readonly connections: readonly Connection[]
  readonly sources: readonly ModelSource[]
  readonly providers: readonly ProviderRow[]
  readonly upstreams: readonly Upstream[]
}

function stateOf({ variables, config }: ConnectionsOptions, connections: readonly Connection[]): State {
  const all = { ...config, connections }
  return {
    connections,
    sources: [...openProviders(variables, all), offlineSource],
    providers: providerRows(variables, all),
    upstreams: upstreamsIn(variables, all),
  }
}

const fixedElsewhere = (name: string) =>
  new LonghandError(
    'not-allowed',
    `${name} is already set up in the environment or in the configuration. Change it there, or choose another name.`,
  )
