import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Cell, table } from './table.ts'

/** Where the packed library is, an empty folder to install it in, and the environment of npm. */
export type Trial = { readonly library: string; readonly folder: string; readonly env: NodeJS.ProcessEnv }

/** What people install for a door, beside the library: nothing of it comes by itself. */
const setUps: Readonly<Record<string, readonly string[]>> = {
  longhand: [],
  'longhand/ai-sdk': ['ai@7', '@ai-sdk/openai@4'],
  'longhand/postgres': ['pg@8'],
  'longhand/embedded': ['@electric-sql/pglite@0.5.16'],
  'longhand/react': ['react@19', 'react-dom@19', 'streamdown@2', 'virtua@0.53'],
}

/** What the library may add to an app, whichever door it opens. */
const limit = { packages: 12, megabytes: 6 }

/** What the library adds to an app, for each door: a table, or an error when it is more than promised. */
export function measureInstalls({ library, folder, env }: Trial): string {
  const rows = Object.entries(setUps).map(([door, beside]): readonly Cell[] => {
    const place = join(folder, door.replace('/', '-'))
    const before = install(place, beside, env)
    const after = install(place, [library], env)
    const added = { packages: after.packages - before.packages, megabytes: after.megabytes - before.megabytes }
    if (added.packages > limit.packages || added.megabytes > limit.megabytes)
      throw new Error(`longhand adds ${added.packages} packages and ${added.megabytes.toFixed(2)} MB to ${door}.`)
    return [door, beside.join(' ') || '–', before.packages, added.packages, Number(added.megabytes.toFixed(2))]
  })
  return table(['door', 'the app has', 'packages', 'longhand adds', 'MB'], rows)
}

function install(place: string, names: readonly string[], env: NodeJS.ProcessEnv) {
  mkdirSync(place, { recursive: true })
  if (!readdirSync(place).includes('package.json')) writeFileSync(join(place, 'package.json'), '{ "type": "module" }\n')
  if (names.length > 0) npm(place, ['install', '--no-audit', '--no-fund', ...names], env)
  const modules = join(place, 'node_modules')
  const list =
    names.length > 0 ? JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) : { packages: {} }
  return { packages: Object.keys(list.packages).length, megabytes: names.length > 0 ? bytesIn(modules) / 1e6 : 0 }
}

function npm(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0)

/** A program that opens a door without its package, and what it must be told. */
const missing: readonly { readonly code: string; readonly told: string }[] = [
  {
    code: "await (await import('longhand/postgres')).openPostgres('postgres://localhost/none')",
    told: 'longhand/postgres needs the package "pg". Install it: npm i pg',
  },
  {
    code: "await (await import('longhand/embedded')).openEmbedded('data')",
    told: 'longhand/embedded needs the package "@electric-sql/pglite". Install it: npm i @electric-sql/pglite',
  },
  {
    code: "await (await import('longhand/ai-sdk')).longhand({ model: 'openai/gpt-5' }).prepare([])",
    told: 'longhand/ai-sdk needs the package "ai". Install it: npm i ai',
  },
]

/** Opens doors in an app that has the library and nothing else; resolves to what it was told. */
export function openWithoutPackages({ folder, env }: Trial): string {
  const cwd = join(folder, 'longhand')
  for (const { code, told } of missing) {
    const program = `try { ${code} } catch (error) { console.log(error.name + ': ' + error.message) }`
    writeFileSync(join(cwd, 'open.js'), program)
    const { stdout, stderr } = spawnSync('node', ['open.js'], { cwd, env, encoding: 'utf8' })
    if (stdout !== `LonghandError: ${told}\n`) throw new Error(`Instead of “${told}”: ${stdout}${stderr}`)
  }
  return `${missing.length} doors name the package that they need`
}

/** What a page loads of the core, as a bundler for browsers leaves it. */
export async function bundleForBrowsers({ folder }: Trial): Promise<string> {
  const { rolldown } = await import('rolldown')
  const cwd = join(folder, 'longhand')
  const sizes = await Promise.all(
    ['export { view } from "longhand"', 'export * from "longhand"'].map(async (code, at) => {
      const input = join(cwd, `page-${at}.js`)
      writeFileSync(input, code)
      const build = await rolldown({ input, cwd, platform: 'browser' })
      const { output } = await build.generate({ minify: true })
      const [part, ...more] = output
      if (more.length > 0 || /\bfrom\s*["']/.test(part.code))
        throw new Error(`${code} is not one file without imports.`)
      return (gzipSync(part.code).length / 1000).toFixed(1)
    }),
  )
  return `view alone ${sizes[0]} kB gzipped, all of longhand ${sizes[1]} kB`
}

/** A bundler names the package that the React parts lack. */
export async function bundleWithoutPackages({ folder }: Trial): Promise<string> {
  const { rolldown } = await import('rolldown')
  const cwd = join(folder, 'longhand')
  const input = join(cwd, 'screen.js')
  writeFileSync(input, 'export { StartScreen } from "longhand/react"')
  const told: string[] = []
  const build = await rolldown({
    input,
    cwd,
    platform: 'browser',
    moduleTypes: { '.css': 'empty' },
    onLog: (_, { message }) => void told.push(message),
  })
  await build.generate({}).catch((error: Error) => told.push(error.message))
  const unnamed = ['react', 'streamdown', 'virtua'].filter(name => !told.some(line => line.includes(`'${name}'`)))
  if (unnamed.length > 0) throw new Error(`Nobody named ${unnamed.join(', ')}: ${told.join('\n')}`)
  return 'a bundler names react, streamdown and virtua'
}
