import { LonghandError } from 'longhand'
import { parse } from 'yaml'
import type { ConfigEntry } from './config-entry.ts'
import { plainKeys, variableOf } from './config-keys.ts'

/** What was given on the command line. */
export type ConfigFlags = {
  readonly config?: string
  readonly data?: string
  readonly host?: string
  readonly port?: number
  /** `key=value`, as `compact.threshold=0.7`. */
  readonly set?: readonly string[]
}

/** Values from the environment and the command line; the command line wins. */
export const userValues = (variables: NodeJS.ProcessEnv, flags: ConfigFlags): readonly ConfigEntry[] => [
  ...fromVariables(variables),
  ...fromFlags(flags),
]

/** Conventional names for some keys. */
const conventionalVariables = {
  HOST: ['server', 'host'],
  PORT: ['server', 'port'],
  LONGHAND_DATA: ['server', 'data'],
} as const

function fromVariables(variables: NodeJS.ProcessEnv): readonly ConfigEntry[] {
  const own = plainKeys().map(path => [variableOf(path), path] as const)
  return [...Object.entries(conventionalVariables), ...own].flatMap(([name, path]) => {
    const text = variables[name]?.trim()
    return text ? [{ path, value: parseScalar(text), origin: name }] : []
  })
}

function fromFlags({ data, host, port, set = [] }: ConfigFlags): readonly ConfigEntry[] {
  const named = { data, host, port }
  return [
    ...Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : [{ path: ['server', name], value, origin: `--${name}` }],
    ),
    ...set.map(parseAssignment),
  ]
}

function parseAssignment(words: string): ConfigEntry {
  const at = words.indexOf('=')
  if (at < 1) throw new LonghandError('bad-config', `--set ${words} must be key=value, such as compact.threshold=0.7.`)
  const path = words.slice(0, at).trim().split('.')
  return { path, value: parseScalar(words.slice(at + 1).trim()), origin: '--set' }
}

/** Numbers and booleans are parsed as in the file; everything else is a string. */
function parseScalar(text: string): unknown {
  if (!/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text)) return text
  return parse(text)
}
