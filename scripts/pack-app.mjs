import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { capture } from './command.mjs'
import { assetsIn } from './pack-assets.mjs'
import { licencesIn, packagesOf } from './pack-licences.mjs'
import { root } from './root.mjs'
import { buildPage, isPageStale } from './web.mjs'

const cli = join(root, 'apps/cli')
const server = join(root, 'apps/server')

const library = join(root, 'packages/longhand')

/** Packages that are bundled: the library with its internal doors, and many small files, which every start would have to find and read. */
const bundled = [
  ...['@longhand/server', 'longhand', 'commander', 'eventsource-parser', 'handlebars', 'ink', 'react', 'yaml', 'zod'],
]

/** Programs that run in threads. */
const threads = ['stores/embedded/worker.ts', 'threads/task.worker.ts', 'threads/watchdog.worker.ts']

/** Builds the app, with the server and the page inside, into a folder that can be published as it is; resolves to the folder. */
export async function buildApp() {
  const place = await bundleApp()
  if (isPageStale()) {
    const { code, output } = await buildPage()
    if (code !== 0) throw new Error(`${output}\nThe page does not build; the reason is above.`)
  }
  cpSync(join(root, 'apps/web/dist'), join(place, 'page'), { recursive: true })
  const { code, output } = await capture(['scripts/empty-database.ts', join(place, 'empty-database.br')])
  if (code !== 0) throw new Error(`${output}\nNo empty database could be made; the reason is above.`)
  return place
}

/** Builds all of it but the page. */
export async function bundleApp() {
  const place = join(cli, 'dist')
  rmSync(place, { recursive: true, force: true })
  // Loaded here, because the other scripts run before anything is installed.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: [join(cli, 'src/main.ts'), ...threads.map(inLibrary)],
    platform: 'node',
    external: isExternal,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await build.write({ dir: place, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
  chmodSync(join(place, 'main.js'), 0o755)
  bringAssets(place)
  copyFileSync(join(root, 'LICENSE'), join(place, 'LICENSE'))
  copyFileSync(join(root, 'docs/terminal.md'), join(place, 'README.md'))
  writeFileSync(
    join(place, 'LICENSES-OF-OTHERS.txt'),
    licencesIn(packagesOf(output.flatMap(part => ('moduleIds' in part ? part.moduleIds : [])))),
  )
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`)
  return place
}

/** Bundled files stand in one folder, and so does what they read beside themselves. @param {string} place */
function bringAssets(place) {
  for (const folder of [join(server, 'src'), ...['prompts', 'stores/postgres'].map(inLibrary)])
    for (const path of assetsIn(folder)) copyFileSync(join(folder, path), join(place, basename(path)))
  cpSync(join(root, 'supabase/migrations'), join(place, 'migrations'), { recursive: true })
}

/** @param {string} path */
const inLibrary = path => join(library, 'src', path)

/** What our own code needs stays a dependency, but for a few; what those need is bundled with them. @param {string} id @param {string | undefined} importer */
function isExternal(id, importer) {
  // Ink asks for its developers' tools only where a variable says so.
  if (isBuiltin(id) || id === 'react-devtools-core') return true
  if (/^[./]|^[A-Z]:\\/.test(id) || importer?.includes('node_modules')) return false
  return !bundled.some(name => id === name || id.startsWith(`${name}/`))
}

/** What is not bundled is a dependency of the app. */
function published() {
  const { private: _, dependencies, ...file } = read(cli)
  const needed = Object.entries({ ...read(library).dependencies, ...read(server).dependencies, ...dependencies })
  return {
    ...file,
    description: 'Longhand in the terminal and in the browser: conversations with an AI model that go on forever.',
    engines: { node: '>=22.18' },
    bin: { longhand: './main.js' },
    dependencies: Object.fromEntries(needed.filter(([name]) => !bundled.includes(name)).toSorted()),
  }
}

/** @param {string} folder */
const read = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
