import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { capture } from './command.mjs'
import { assetsIn } from './pack-assets.mjs'
import { root } from './root.mjs'

const library = join(root, 'packages/longhand')

/** Builds the library into a folder that can be published as it is; resolves to the folder. */
export async function buildLibrary() {
  const place = join(library, 'dist')
  rmSync(place, { recursive: true, force: true })
  const { code, output } = await capture([
    'node_modules/typescript/bin/tsc',
    '-p',
    'packages/longhand/tsconfig.build.json',
  ])
  if (code !== 0) throw new Error(`${output}\nThe library does not build; the reason is above.`)
  forgetStyles(place)
  bringHandlebars(place)
  for (const path of assetsIn(join(library, 'src'))) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    copyFileSync(join(library, 'src', path), join(place, path))
  }
  // In the repository the schema stands where Supabase looks for it; in the package, where the stores do.
  cpSync(join(root, 'supabase/migrations'), join(place, 'stores/postgres/migrations'), { recursive: true })
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(root, file), join(place, file))
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(publishedPackage(), null, 2)}\n`)
  return place
}

/** The compiler leaves imports of styles among the types, where nothing can be found for them. @param {string} place */
function forgetStyles(place) {
  for (const file of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(place, file)
    const types = readFileSync(path, 'utf8')
    writeFileSync(path, types.replace(/^import '[^']+\.css';\n/gm, ''))
  }
}

/**
 * The package of Handlebars brings five others along and is sixty times what is used of it: its one file, which begins
 * with its licence, comes with ours instead.
 * @param {string} place
 */
function bringHandlebars(place) {
  const prompts = join(place, 'prompts/prompts.js')
  const code = readFileSync(prompts, 'utf8')
  if (!code.includes("from 'handlebars'"))
    throw new Error(`${prompts} no longer imports handlebars: look where it went.`)
  writeFileSync(prompts, code.replace("from 'handlebars'", "from './handlebars.cjs'"))
  copyFileSync(join(root, 'node_modules/handlebars/dist/handlebars.min.js'), join(place, 'prompts/handlebars.cjs'))
}

/** The package file with its public doors, where they are after the build. */
export function publishedPackage() {
  const { exports, sideEffects, devDependencies: _, ...file } = read(library)
  const doors = Object.entries(exports)
    .filter(([name]) => !name.startsWith('./internal/'))
    .map(([name, path]) => {
      const built = builtPath(path).replace(/\.ts$/, '')
      return [name, { types: `${built}.d.ts`, default: `${built}.js` }]
    })
  return {
    ...file,
    sideEffects: sideEffects.map((/** @type {string} */ path) => builtPath(path).replace(/\.ts$/, '.js')),
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
  }
}

/** Where a source is after the build. @param {string} path */
const builtPath = path => path.replace('/src/', '/')

/** @param {string} folder */
const read = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
