import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { capture } from './command.mjs'
import { assetsIn } from './pack-assets.mjs'
import { licencesIn } from './pack-licences.mjs'
import { root } from './root.mjs'

const library = join(root, 'packages/longhand')

/** Programs that run in threads, by the names that the code looks for. */
const threads = { worker: './src/stores/embedded/worker.ts', 'task.worker': './src/threads/task.worker.ts' }

/** Builds the library into a folder that can be published as it is; resolves to the folder. */
export async function buildLibrary() {
  const place = join(library, 'dist')
  rmSync(place, { recursive: true, force: true })
  await writeTypes(place)
  const styled = await writeCode(place)
  for (const path of assetsIn(join(library, 'src')).filter(path => path.endsWith('.css'))) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    copyFileSync(join(library, 'src', path), join(place, path))
  }
  // Bundled files stand in one folder, and so does what they read beside themselves.
  copyFileSync(join(library, 'src/stores/postgres/auth-shim.sql'), join(place, 'code/auth-shim.sql'))
  cpSync(join(root, 'supabase/migrations'), join(place, 'code/migrations'), { recursive: true })
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(root, file), join(place, file))
  writeFileSync(join(place, 'LICENSES-OF-OTHERS.txt'), licencesIn(sourcesOfData))
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(publishedPackage(styled), null, 2)}\n`)
  return place
}

/** Packages that our tables are made from. */
const sourcesOfData = ['@pydantic/genai-prices', 'tiktoken'].map(name => join(root, 'node_modules', name))

/** @param {string} place */
async function writeTypes(place) {
  const { code, output } = await capture([
    'node_modules/typescript/bin/tsc',
    '-p',
    'packages/longhand/tsconfig.build.json',
  ])
  if (code !== 0) throw new Error(`${output}\nThe library does not build; the reason is above.`)
  for (const file of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(place, file)
    const types = readFileSync(path, 'utf8')
    // The compiler leaves imports of styles among the types, where nothing can be found for them.
    writeFileSync(path, types.replace(/^import '[^']+\.css';\n/gm, ''))
  }
}

/**
 * Every door as a file, and what several doors need in files beside them: a program that opened hundreds of small files
 * would take three times as long to start. Resolves to the files that bring styles.
 * @param {string} place
 */
async function writeCode(place) {
  // Loaded here, because the other scripts run before anything is installed.
  const { rolldown } = await import('rolldown')
  const inputs = [
    ...publicDoors().map(([name, path]) => /** @type {const} */ ([doorFile(name), path])),
    ...Object.entries(threads),
  ]
  const build = await rolldown({
    input: Object.fromEntries(inputs.map(([name, path]) => [name, join(library, path)])),
    platform: 'node',
    external: id => !/^[./]|^[A-Z]:\\/.test(id),
    plugins: [{ name: 'styles', resolveId: styleIn }],
  })
  const { output } = await build.write({
    dir: join(place, 'code'),
    chunkFileNames: 'shared-[name].js',
    codeSplitting: {
      groups: [
        // A megabyte of plain letters: one other letter in its file, and V8 would keep all of it twice as wide.
        { name: 'token-table', test: '/o200k.generated.js', priority: sharedRooms.length + 1 },
        ...sharedRooms.map((name, at) => ({ name, test: `/src/${name}/`, priority: sharedRooms.length - at })),
      ],
    },
  })
  return output.flatMap(part => ('imports' in part && part.imports.some(isStyle) ? [part.fileName] : []))
}

/** What doors need of these rooms is one file each, with what it needs of others that are not in one yet. */
const sharedRooms = ['core', 'facts', 'tokens', 'engine', 'wire', 'client', 'history']

/** Styles stay files of their own, beside the folder of the code. @param {string} id @param {string | undefined} importer */
function styleIn(id, importer = '') {
  if (!isStyle(id)) return null
  const path = relative(join(library, 'src'), join(dirname(importer), id)).replaceAll('\\', '/')
  return { id: `../${path}`, external: true }
}

/** @param {string} path */
const isStyle = path => path.endsWith('.css')

/** The package file with its public doors, where they are after the build. @param {readonly string[]} styled */
export function publishedPackage(styled = []) {
  const { exports: _, sideEffects: __, devDependencies: ___, ...file } = read(library)
  const doors = publicDoors().map(([name, path]) => {
    const types = path.replace('/src/', '/').replace(/\.ts$/, '.d.ts')
    return [name, { types, default: `./code/${doorFile(name)}.js` }]
  })
  return {
    ...file,
    sideEffects: [
      '**/*.css',
      ...[...styled, ...Object.keys(threads).map(name => `${name}.js`)].map(file => `./code/${file}`),
    ],
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
  }
}

/** @returns {readonly (readonly [string, string])[]} */
function publicDoors() {
  const { exports } = read(library)
  return /** @type {[string, string][]} */ (Object.entries(exports)).filter(([name]) => !name.startsWith('./internal/'))
}

/** `./react/parts` → `react-parts` @param {string} door */
const doorFile = door => (door === '.' ? 'index' : door.slice(2).replaceAll('/', '-'))

/** @param {string} folder */
const read = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
