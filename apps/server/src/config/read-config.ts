import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LonghandError } from 'longhand'
import { parse } from 'yaml'
import { checkConfig } from './check-config.ts'
import { plainKeys, variableOf } from './config-keys.ts'
import type { ConfigValues } from './config-shape.ts'
import { type Given, keyOf } from './given.ts'
import { readYaml } from './read-yaml.ts'

/** What is in force, and where each value came from when it is not the default. */
export type Config = {
  /** The file that was read; null when there is none. */
  readonly file: string | null
  readonly values: ConfigValues
  /** By key, as `compact.threshold`: `longhand.config.yaml:12`, `LONGHAND_MODEL`, `--port`. */
  readonly origins: Readonly<Record<string, string>>
}

/** Where a configuration is looked for. */
export type ConfigSources = {
  /** The folder of the file when nobody names one. */
  readonly folder?: string
  readonly variables?: NodeJS.ProcessEnv
  readonly flags?: ConfigFlags
}

/** What was given on the command line. */
export type ConfigFlags = {
  readonly config?: string
  readonly data?: string
  readonly host?: string
  readonly port?: number
  /** `key=value`, as `compact.threshold=0.7`. */
  readonly set?: readonly string[]
}

export const configName = 'longhand.config.yaml'

/** Nothing but defaults. */
export const noConfig: Config = { file: null, values: {}, origins: {} }

/** Where paths in the configuration start from. */
export const folderOf = ({ file }: Pick<Config, 'file'>): string => (file === null ? process.cwd() : dirname(file))

/** H6 the file, then the environment, then flags; the later one wins, key by key. */
export function readConfig({ folder = process.cwd(), variables = {}, flags = {} }: ConfigSources): Config {
  const file = findFile(folder, flags.config ?? variables.LONGHAND_CONFIG)
  const given = [
    ...(file === null ? [] : readYaml(contents(file), shortName(file, folder))),
    ...fromVariables(variables),
    ...fromFlags(flags),
  ]
  const values = checkConfig(given)
  const plain = given.filter(({ value }) => !isDeepStrictEqual(value, {}))
  return { file, values, origins: Object.fromEntries(plain.map(({ path, origin }) => [keyOf(path), origin])) }
}

/** A file that somebody named must be there; the usual one may be. */
function findFile(folder: string, wanted: string | undefined): string | null {
  const path = resolve(folder, wanted?.trim() || configName)
  if (existsSync(path)) return path
  if (!wanted?.trim()) return null
  throw new LonghandError('bad-config', `There is no file ${path}. Name another one, or leave it out.`)
}

function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new LonghandError('bad-config', `${file} cannot be read (${code}). Mend its permissions.`, { cause })
  }
}

/** As the person sees it from where they stand. */
const shortName = (file: string, folder: string): string =>
  file.startsWith(`${resolve(folder)}/`) ? file.slice(resolve(folder).length + 1) : file

/** Names that others use for the same. */
const usualVariables = {
  HOST: ['server', 'host'],
  PORT: ['server', 'port'],
  LONGHAND_DATA: ['server', 'data'],
} as const

function fromVariables(variables: NodeJS.ProcessEnv): readonly Given[] {
  const own = plainKeys().map(path => [variableOf(path), path] as const)
  return [...Object.entries(usualVariables), ...own].flatMap(([name, path]) => {
    const text = variables[name]?.trim()
    return text ? [{ path, value: textual(text), origin: name }] : []
  })
}

function fromFlags({ data, host, port, set = [] }: ConfigFlags): readonly Given[] {
  const named = { data, host, port }
  return [
    ...Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : [{ path: ['server', name], value, origin: `--${name}` }],
    ),
    ...set.map(assigned),
  ]
}

function assigned(words: string): Given {
  const at = words.indexOf('=')
  if (at < 1) throw new LonghandError('bad-config', `--set ${words} must be key=value, as compact.threshold=0.7.`)
  const path = words.slice(0, at).trim().split('.')
  return { path, value: textual(words.slice(at + 1).trim()), origin: '--set' }
}

/** Numbers and truths are read as in the file; everything else is a text, whatever signs it holds. */
function textual(text: string): unknown {
  if (!/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text)) return text
  return parse(text)
}
