import { LonghandError } from 'longhand'
import { defined } from '../defined.ts'
import type { ToolServer, ToolServers } from '../tools/tool-server.ts'
import type { Config } from './read-config.ts'

/** The tool servers of a configuration. `${NAME}` in their variables is read from the environment, where secrets are. */
export function toolServers({ values, folders }: Config, variables: NodeJS.ProcessEnv): ToolServers {
  const named = Object.entries(values.mcp?.servers ?? {})
  return Object.fromEntries(
    named.map(([name, { command, args = [], env = {}, url }]): [string, ToolServer] => {
      if (command === undefined) return [name, { url: url! }]
      const filled = Object.entries(env).map(([key, text]) => [key, fill(text, variables, `${name}.env.${key}`)])
      const cwd = folders[`mcp.servers.${name}.command`]
      return [name, defined({ command, args, env: Object.fromEntries(filled), cwd })]
    }),
  )
}

const fill = (text: string, variables: NodeJS.ProcessEnv, key: string): string =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value !== undefined) return value
    throw new LonghandError(
      'bad-config',
      `mcp.servers.${key} needs ${name}, which is not set. Set it in the environment.`,
    )
  })
