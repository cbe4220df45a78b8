import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { takeOver } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { buildApp } from './pack-app.mjs'
import { buildLibrary } from './pack-library.mjs'
import { root } from './root.mjs'

// npm run pack: builds the library and the app as they are published, and packs both into dist/.
// npm run pack -- --try [--corpus DIR]: also installs them in an empty folder with an empty cache, and uses them there.
const [wish, ...args] = process.argv.slice(2)
if (wish !== undefined && wish !== '--try') {
  console.error(`There is no ${wish}. Say nothing, or --try.`)
  process.exit(1)
}
ensureInstalled()
const folder = join(root, 'dist')
mkdirSync(folder, { recursive: true })
const packed = [await pack(buildLibrary), await pack(buildApp)]
if (wish === '--try') process.exitCode = await takeOver([join(root, 'scripts/pack-try.ts'), ...packed, ...args])

/** Resolves to the file that npm would publish. @param {() => Promise<string>} build */
async function pack(build) {
  const place = await build()
  const { status, stdout } = spawnSync('npm', ['pack', place, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) process.exit(1)
  const [{ filename, size, entryCount }] = JSON.parse(stdout)
  console.log(`${filename}: ${entryCount} files, ${(size / 1e6).toFixed(2)} MB`)
  return join(folder, filename)
}
