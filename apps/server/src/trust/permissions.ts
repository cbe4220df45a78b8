import { basename, isAbsolute, relative } from 'node:path'
import { type ConfigEntry, type KeyPath, keyOf, mergeEntries } from '../config/config-entry.ts'
import type { ConfigValues } from '../config/config-schema.ts'
import { type PermissionKind, permissionFor } from '../config/key-permissions.ts'
import { providerVariables } from '../models/provider-variables.ts'
import { partialsOf, realPath } from './fingerprint.ts'
import { visible } from './visible.ts'

/** One permission that a file asks for, as it is shown: nothing in it can control a terminal. */
export type Permission = {
  readonly kind: PermissionKind
  readonly text: string
  /** What belongs to it, a line each. */
  readonly notes: readonly string[]
  /** The key, or the section, that asks for it. */
  readonly key: string
}

/** The folder of the file, and the environment that it would read from. */
type PermissionSource = { readonly folder: string; readonly variables: NodeJS.ProcessEnv }

/** All that the keys of a file ask for. */
export function permissionsIn(given: readonly ConfigEntry[], asking: PermissionSource): readonly Permission[] {
  const { mcp = {}, providers = {} } = mergeEntries(given) as ConfigValues
  const { compatible = {}, ...known } = providers
  return [
    ...Object.entries(mcp.servers ?? {}).map(([name, server]) => toolServerPermission(name, server, asking)),
    ...Object.entries(known).flatMap(([name, access]) => providerPermissions(name, access, asking)),
    ...Object.entries(compatible).flatMap(([name, access]) =>
      providerPermissions(`compatible.${name}`, access, asking),
    ),
    ...given.filter(({ path }) => !isShownWithSection(path)).map(one => keyPermission(one, asking)),
  ]
}

/** Keys that are shown together with others of their section. */
const isShownWithSection = (path: KeyPath): boolean =>
  path[0] === 'mcp' || (path[0] === 'providers' && permissionFor(path) === 'address')

type Server = NonNullable<NonNullable<ConfigValues['mcp']>['servers']>[string]

function toolServerPermission(
  name: string,
  { command, args = [], env = {}, url }: Server,
  { folder }: PermissionSource,
): Permission {
  const key = visible(`mcp.servers.${name}`)
  if (command === undefined) {
    const notes = ['It sees what models send to its tools, and models read what it answers.']
    return { kind: 'address', key, text: shownAddress(url ?? ''), notes }
  }
  const variables = Object.entries(env).map(
    ([variable, value]) => `with ${visible(variable)}=${shellWord(value)}${filledIn(value)}`,
  )
  const fetches = packageRunners.test(basename(command).toLowerCase())
    ? ['It runs code that it finds in node_modules of that folder, or downloads.']
    : []
  const notes = [`in ${visible(folder)}`, ...variables, ...fetches]
  return { kind: 'program', key, text: [command, ...args].map(shellWord).join(' '), notes }
}

/** Programs that download the program that they run. */
const packageRunners = /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|deno)(?:\.\w+)?$/

const filledIn = (value: string): string => {
  const names = [...value.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)
  return names.length === 0 ? '' : `, where ${names.join(' and ')} is taken from your environment`
}

type Access = {
  readonly base_url?: string | undefined
  readonly key_env?: string | undefined
  readonly key_file?: string | undefined
}

function providerPermissions(
  name: string,
  access: Access = {},
  { folder, variables }: PermissionSource,
): readonly Permission[] {
  const { base_url, key_env, key_file } = access
  if (base_url === undefined && key_env === undefined && key_file === undefined) return []
  const isSet = (variable: string) => Object.hasOwn(variables, variable) && Boolean(variables[variable]?.trim())
  const known = Object.entries(providerVariables).find(([known]) => known === name)?.[1]
  const address = (known && variables[known.address]?.trim()) || base_url
  const variable = key_env ?? known?.key
  const keys = [
    ...(variable === undefined ? [] : [`your ${visible(variable)}${isSet(variable) ? '' : ' (not set now)'}`]),
    ...(key_file === undefined ? [] : [`the key in ${shownPath(key_file, folder)}`]),
  ]
  return [
    {
      kind: 'address',
      key: visible(`providers.${name}`),
      text: address === undefined ? `the usual address of ${name}` : shownAddress(address),
      notes: [
        keys.length === 0 ? 'It gets no key.' : `It gets ${keys.join(', or else ')}.`,
        `It gets what you write to models of ${visible(name.replace('compatible.', ''))}.`,
      ],
    },
  ]
}

function keyPermission(entry: ConfigEntry, { folder }: PermissionSource): Permission {
  const { path, value } = entry
  const kind = permissionFor(path) === 'harmless' ? 'server' : (permissionFor(path) as PermissionKind)
  const key = visible(keyOf(path))
  const partials = partialsOf(entry, folder).map(({ path }) => `with the text of ${shownPath(path, folder)}`)
  if (kind === 'file')
    return { kind, key, text: shownPath(String(value), folder), notes: [fileNotes[key] ?? '', ...partials] }
  if (kind === 'address') return { kind, key, text: shownAddress(String(value)), notes: ['It says who may sign in.'] }
  if (kind === 'words') return { kind, key, text: `${key} = ${excerpt(String(value))}`, notes: partials }
  return { kind, key, text: `${key} = ${visible(JSON.stringify(value))}`, notes: [] }
}

const fileNotes: Readonly<Record<string, string>> = {
  'compact.prompt_file': 'Its text is sent to the model that writes summaries.',
  'server.database_url_file': 'It names the database that conversations are kept in.',
}

/** The start of a text; all of it is in the file. */
function excerpt(text: string): string {
  const short = visible(JSON.stringify(text.slice(0, 160)))
  return text.length <= 160 ? short : `${short} and ${text.length - 160} more characters`
}

/** As a browser reads it, with the real host and non-ASCII letters encoded. */
const shownAddress = (address: string): string => visible(URL.canParse(address) ? new URL(address).href : address)

/** A path, where it leads if it is a link, and whether that is outside the folder. */
function shownPath(path: string, folder: string): string {
  const real = realPath(path)
  const way = relative(folder, real ?? path)
  const isOutside = way.startsWith('..') || isAbsolute(way)
  const link = real === null || real === path ? '' : `, which is ${visible(real)}`
  return `${visible(path)}${link}${isOutside ? ' (outside of the folder)' : ''}`
}

/** A word of a command line, quoted for a shell if it has to be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${visible(text.replaceAll("'", "'\\''"))}'`
