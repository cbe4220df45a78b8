import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingServerFlags } from '../apps/server/src/node-settings.mjs'
import { parse } from './house/source.ts'
import { bundleApp } from './pack-app.mjs'
import { assetsIn } from './pack-assets.mjs'
import { buildLibrary } from './pack-library.mjs'
import { root } from './root.mjs'

const filesIn = (place: string): readonly string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(place.length + 1))

const packageFile = (place: string) => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))

async function faultsOf(place: string): Promise<readonly (string | undefined)[]> {
  const { messages, pkg } = await publint({ pkgDir: place, strict: true })
  return messages.map(message => formatMessage(message, pkg))
}

/** Packages that what was built imports and nobody would install. */
function undeclared(place: string): readonly string[] {
  const { dependencies, peerDependencies } = packageFile(place)
  const imported = filesIn(place)
    .filter(file => file.endsWith('.js') && !file.startsWith('page/'))
    .flatMap(file => parse(file, readFileSync(join(place, file), 'utf8')).imports.map(({ from }) => from))
    .filter(from => !from.startsWith('.') && !isBuiltin(from))
    .map(from => /^(@[^/]+\/)?[^/]+/.exec(from)![0])
  return [...new Set(imported)].filter(name => !(name in { ...dependencies, ...peerDependencies }))
}

/** Files that what was built imports and that are not there. */
const notThere = (place: string): readonly string[] =>
  filesIn(place)
    .filter(file => file.endsWith('.js'))
    .flatMap(file =>
      parse(file, readFileSync(join(place, file), 'utf8')).imports.map(({ from }) => join(place, file, '..', from)),
    )
    .filter((path, at, all) => path.startsWith(place) && /\.(js|css)$/.test(path) && all.indexOf(path) === at)
    .filter(path => !existsSync(path))

describe('the library, as it is published', () => {
  let place: string
  const folders: string[] = []
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'longhand-consumer-'))
    folders.push(folder)
    return folder
  }
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
  beforeAll(async () => {
    place = await buildLibrary()
  }, 180_000)

  test('has all that its doors lead to and all that its code reads, and no tests', async () => {
    const { exports } = packageFile(place)
    const doors = Object.values<{ types: string; default: string } | string>(exports).flatMap(door =>
      typeof door === 'string' ? [door] : [door.types, door.default],
    )
    const sources = join(root, 'packages/longhand/src')
    const migrations = readdirSync(join(root, 'supabase/migrations')).map(file => `migrations/${file}`)
    const readByCode = [...migrations, 'auth-shim.sql', 'worker.js', 'task.worker.js'].map(file => `code/${file}`)
    const styles = assetsIn(sources).filter(file => file.endsWith('.css'))
    const wanted = [...doors, ...styles, ...readByCode, 'README.md', 'LICENSE', 'LICENSES-OF-OTHERS.txt']
    expect(wanted.filter(file => !existsSync(join(place, file)))).toEqual([])
    expect(styles.length).toBeGreaterThan(10)
    expect(filesIn(place).filter(file => /\.test\.|\.golden\.|\.child\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
    expect(filesIn(place).filter(file => /^testing\/(?!fake-provider\/)|(^|\/)internal\./.test(file))).toEqual([])
    expect(undeclared(place)).toEqual([])
    expect(notThere(place)).toEqual([])
    const types = filesIn(place).filter(file => file.endsWith('.d.ts'))
    expect(types.filter(file => readFileSync(join(place, file), 'utf8').includes('.css'))).toEqual([])
    expect(await faultsOf(place)).toEqual([])
  })

  test('has the tokens’ table in a file of its own, of plain letters', () => {
    const table = readFileSync(join(place, 'code/shared-token-table.js'), 'latin1')
    expect(table.length).toBeGreaterThan(1_000_000)
    expect(table).toMatch(/^[\0-\x7f]*$/)
    const others = filesIn(join(place, 'code')).map(file => readFileSync(join(place, 'code', file)).length)
    expect(others.filter(length => length > 1_000_000)).toHaveLength(1)
  })

  test('serves a program of somebody else, whose types hold', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(place, join(folder, 'node_modules/longhand'))
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
    for (const file of ['use.mts', 'tsconfig.json'])
      copyFileSync(join(root, 'scripts/consumer', file), join(folder, file))
    const use = readFileSync(join(folder, 'use.mts'), 'utf8')
    for (const door of Object.keys(packageFile(place).exports))
      if (door !== './package.json') expect(use).toContain(`'longhand${door.slice(1)}'`)
    const node = (...args: readonly string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    expect(node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')).toMatchObject({ stdout: '', status: 0 })
    expect(node('use.mts')).toMatchObject({
      stdout: `1 + 1 messages, ${Array(11).fill('function').join(' ')}\n`,
      stderr: '',
    })
  }, 120_000)

  test('L14 in one file made by Vite, with nothing beside it, a conversation is folded as it is without a bundle', async () => {
    const folder = newFolder()
    for (const file of ['handler.mjs', 'print.mjs'])
      copyFileSync(join(root, 'scripts/bundlers', file), join(folder, file))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(place, join(folder, 'node_modules/longhand'))
    symlinkSync(join(root, 'node_modules/ai'), join(folder, 'node_modules/ai'))
    const print = (file: string, cwd: string) => spawnSync(process.execPath, [file], { cwd, encoding: 'utf8' })
    const expected = print('print.mjs', folder)
    const alone = newFolder()
    await build({
      ...{ root: folder, configFile: false, logLevel: 'error', ssr: { noExternal: true } },
      build: { ssr: 'print.mjs', outDir: alone, emptyOutDir: false },
    })
    const [file, ...others] = readdirSync(alone).filter(name => name.endsWith('js'))
    expect(others).toEqual([])
    expect(print(file!, alone)).toMatchObject({ stdout: expected.stdout, stderr: '', status: 0 })
    expect(JSON.parse(expected.stdout)).toMatchObject({ method: 'summary', writer: 'writer', counted: 12 })
  }, 120_000)
})

/** Makes every Node say how large its heap may become. */
const sayHeapLimit =
  '--import=data:text/javascript,console.error(`heap`,process.getBuiltinModule(`v8`).getHeapStatistics().heap_size_limit)'

/** What the app and the library in it read from files. */
const readBeside = [
  ...['sample.json', 'auth-shim.sql', 'system.hbs'],
  ...['worker.js', 'task.worker.js', 'watchdog.worker.js'],
  ...readdirSync(join(root, 'supabase/migrations')).map(file => `migrations/${file}`),
]

describe('the app, as it is published', () => {
  let place: string
  beforeAll(async () => {
    place = await bundleApp()
  }, 60_000)

  test('has all that it reads, names the licences of what is bundled, and starts', async () => {
    expect(filesIn(place)).toEqual(expect.arrayContaining(['main.js', ...readBeside, 'README.md', 'LICENSE']))
    expect(Object.keys(packageFile(place).dependencies)).not.toContain('longhand')
    expect(readFileSync(join(place, 'LICENSES-OF-OTHERS.txt'), 'utf8')).toMatch(/^ink \d[\s\S]*^react \d/m)
    expect(undeclared(place)).toEqual(['react-devtools-core'])
    expect(await faultsOf(place)).toEqual([])
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(place, 'main.js'), '--version'], {
      encoding: 'utf8',
    })
    expect({ stdout, stderr, status }).toEqual({ stdout: `${packageFile(place).version}\n`, stderr: '', status: 0 })
  })

  test.skipIf(process.platform === 'win32')('serves with the heap that npm start gives a server', () => {
    const heapLimit = (...args: readonly string[]) => {
      const { stderr } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: sayHeapLimit },
      })
      return Number([...stderr.matchAll(/^heap (\d+)$/gm)].at(-1)![1])
    }
    // A folder that is a file ends it before it opens anything.
    const packed = heapLimit(join(place, 'main.js'), 'serve', '--data', join(place, 'package.json'))
    expect(packed).toBe(heapLimit(...missingServerFlags(''), '-e', ''))
    expect(packed).toBeLessThan(2 ** 31 + 2 ** 20)
  })
})

test('the page names the licences of all that is in it: scripts, styles, and what draws diagrams', async () => {
  const built = await build({ root: join(root, 'apps/web'), build: { write: false }, logLevel: 'silent' })
  const files = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const { source } = files.find(({ fileName }) => fileName === 'LICENSES-OF-OTHERS.txt') as { source: string }
  const named = [...source.matchAll(/^(\S+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name)
  expect(named).toEqual(
    expect.arrayContaining(['@mermaid-js/tiny', 'eventsource-parser', 'katex', 'react', 'react-dom', 'virtua']),
  )
}, 120_000)
