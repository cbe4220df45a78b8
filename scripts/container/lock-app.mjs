// node scripts/container/lock-app.mjs FOLDER: makes a folder in which `npm ci` installs the packed app, and of everything
// that it needs the versions and hashes of our own lockfile.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../root.mjs'
import { neededPackages } from './app-lockfile.mjs'

const [folder = '.'] = process.argv.slice(2)
const name = '@longhand/cli'
const file = readdirSync(join(root, 'dist')).find(each => /^longhand-cli-.*\.tgz$/.test(each))
if (file === undefined) throw new Error('There is no packed app in dist. Run npm run pack first.')
const packed = join(root, 'dist', file)
const { version, bin, engines, dependencies } = read(join(root, 'apps/cli/dist/package.json'))
const dependency = { [name]: `file:${relative(folder, packed)}` }
const app = {
  ...{ version, resolved: dependency[name], bin, engines, dependencies },
  integrity: `sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}`,
}
const { lockfileVersion, packages } = read(join(root, 'package-lock.json'))
mkdirSync(folder, { recursive: true })
write('package.json', { private: true, dependencies: dependency })
write('package-lock.json', {
  ...{ lockfileVersion, requires: true },
  packages: {
    '': { dependencies: dependency },
    ...neededPackages(packages, dependencies),
    [`node_modules/${name}`]: app,
  },
})

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** @param {string} path @param {unknown} value */
function write(path, value) {
  writeFileSync(join(folder, path), `${JSON.stringify(value, null, 2)}\n`)
}
