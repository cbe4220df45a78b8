import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { root } from '../root.mjs'
import { inLibrary, isTest, type Source } from './source.ts'

/** What the files of a room of the library may import: files of other rooms, and packages (`node:` for Node's own). */
type Door = { readonly rooms: readonly string[]; readonly packages: readonly string[] }

/** Who may import whom. ARCHITECTURE.md draws this. */
export const doors: Readonly<Record<string, Door>> = {
  core: { rooms: [], packages: [] },
  facts: { rooms: ['core'], packages: [] },
  tokens: { rooms: ['core'], packages: ['@pydantic/genai-prices', 'node:'] },
  engine: { rooms: ['core', 'facts'], packages: [] },
  wire: { rooms: ['core', 'facts'], packages: [] },
  stores: { rooms: ['core', 'engine'], packages: ['@electric-sql/pglite', 'pg', 'node:'] },
  prompts: { rooms: ['core', 'engine'], packages: ['handlebars', 'node:'] },
  providers: { rooms: ['core', 'facts', 'engine'], packages: [] },
  history: {
    rooms: ['core', 'facts', 'engine', 'tokens', 'stores', 'prompts', 'providers'],
    packages: ['node:'],
  },
  'ai-sdk': {
    rooms: ['core', 'facts', 'engine', 'tokens', 'prompts', 'providers', 'history'],
    packages: ['ai', 'zod', 'node:'],
  },
  openai: { rooms: ['core', 'engine', 'history', 'providers', 'wire'], packages: [] },
  anthropic: { rooms: ['core', 'engine', 'history', 'providers', 'wire'], packages: [] },
  langchain: {
    rooms: ['core', 'engine', 'history', 'providers', 'stores', 'wire'],
    packages: ['@langchain/core'],
  },
  'openai-agents': {
    rooms: ['core', 'engine', 'history', 'providers', 'wire'],
    packages: ['@openai/agents'],
  },
  mastra: { rooms: ['core', 'engine', 'history', 'stores', 'ai-sdk'], packages: ['ai'] },
  relay: { rooms: ['core', 'facts', 'engine', 'wire'], packages: ['node:'] },
  threads: { rooms: ['core', 'facts', 'engine', 'tokens', 'wire', 'history'], packages: ['node:'] },
  offline: { rooms: ['core', 'facts', 'engine', 'threads', 'tokens'], packages: ['ai', 'node:'] },
  client: { rooms: ['core', 'facts'], packages: ['eventsource-parser'] },
  react: {
    rooms: ['core', 'facts', 'client'],
    packages: ['react', 'react-dom', 'streamdown', 'virtua'],
  },
}

const { exports }: { exports: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'packages/longhand/package.json'), 'utf8'),
)

/** The doors of the package that everyone can import, by name: the path of each. */
export const publicDoors: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(exports).filter(([name]) => !name.startsWith('./internal/')),
)

/** The imports that a source must not have, one line each. */
export function doorFaults(source: Source): readonly string[] {
  const fault = isTest(source) ? testFault : inLibrary(source) !== null ? libraryFault : appFault
  return source.imports.flatMap(({ from }) => {
    const reason = fault(source, from)
    return reason === null ? [] : [`${source.path} imports ${from}: ${reason}`]
  })
}

/** A test may import any file of the library and any package; it stays out of other apps like the app it tests. */
const testFault = (source: Source, from: string): string | null =>
  source.path.startsWith('apps/') && from.startsWith('.') ? appFault(source, from) : null

function libraryFault(source: Source, from: string): string | null {
  const inside = inLibrary(source) ?? ''
  const room = roomOf(inside)
  // The first door hands out the core; what tests need may use everything.
  const door = room === 'index.ts' ? { rooms: ['core', 'facts'], packages: [] } : doors[room]
  if (room === 'testing' || isMaker(inside)) return null
  if (isMaker(from)) return 'it is run by hand'
  if (door === undefined) return `${room} is not a room of the library`
  if (!from.startsWith('.')) return door.packages.includes(packageOf(from)) ? null : `no package of ${room}`
  const other = roomOf(posix.join(posix.dirname(inside), from))
  const store = storeFault(inside, posix.join(posix.dirname(inside), from))
  if (store !== null) return store
  return other === room || door.rooms.includes(other) ? null : `${room} has no door to ${other}`
}

/** Who keeps a conversation in memory must not load a database; the embedded one is a Postgres and shares its files. */
function storeFault(inside: string, from: string): string | null {
  const [own, other] = [inside, from].map(path => /^stores\/(memory|postgres|embedded)\//.exec(path)?.[1])
  if (own === undefined || other === undefined || own === other) return null
  return own === 'embedded' && other === 'postgres' ? null : `the ${own} store has no door to ${other}`
}

/** An app imports its own files, the doors of the library, and the packages it declares; what its tests share, those of the root too. */
function appFault(source: Source, from: string): string | null {
  const app = /^apps\/[^/]+\//.exec(source.path)?.[0]
  if (app === undefined) return null
  if (from.startsWith('.')) {
    const target = posix.join(posix.dirname(source.path), from)
    // How an app is built is the whole project's business.
    const isBuild = source.path.endsWith('.config.ts') && target.startsWith('scripts/')
    return isBuild || target.startsWith(app) ? null : 'outside the app'
  }
  const name = packageOf(from)
  if (name === 'node:') return app === 'apps/web/' && !source.path.endsWith('.config.ts') ? 'not in a browser' : null
  if (name === 'longhand' && !isDoor(from)) return 'not a door of the library'
  return [app, ...(source.path.startsWith(`${app}src/testing/`) ? ['.'] : [])].some(place => declares(place, name))
    ? null
    : 'not declared in its package.json'
}

/** Internal doors are our own programs': they lead into a room, and are not published. */
const isDoor = (from: string): boolean =>
  from.replace('longhand', '.') in publicDoors ||
  existsSync(join(root, 'packages/longhand/src', /^longhand\/internal\/([\w-]+)$/.exec(from)?.[1] ?? '', 'internal.ts'))

/** A maker writes a file that its room ships, from packages that the library itself does not need. */
const isMaker = (path: string): boolean => posix.basename(path) === 'make.ts'

const roomOf = (path: string): string => path.split('/')[0] ?? ''

/** The package of an import: `@scope/name` or `name`, or `node:` for all that Node brings. */
function packageOf(from: string): string {
  if (isBuiltin(from)) return 'node:'
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
}

function declares(place: string, name: string): boolean {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, place, 'package.json'), 'utf8'),
  )
  return name in { ...dependencies, ...devDependencies }
}
