import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Library } from './library.ts'

/** What a library puts on the disk; null for our own, which stands in the repository. */
export type Installed = { readonly packages: number; readonly megabytes: number }

/** Installs a library from its lockfile, in a folder of its own, unless it is there. Returns why it could not. */
export function ensureLibrary(library: Library): string | null {
  const folder = folderOf(library)
  if (folder === null || existsSync(join(folder, 'node_modules'))) return null
  console.error(`Installing ${library.name}: npm ci in bench/peers/${dirname(library.adapter)}`)
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return status === 0 ? null : `npm ci failed: ${stderr.trim().split('\n')[0]}`
}

export function installedSize(library: Library): Installed | null {
  const folder = folderOf(library)
  if (folder === null) return null
  const lock: { packages: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  )
  const packages = Object.keys(lock.packages).filter(path => path !== '' && existsSync(join(folder, path)))
  return { packages: packages.length, megabytes: bytesIn(join(folder, 'node_modules')) / 1_048_576 }
}

const folderOf = ({ adapter }: Library): string | null =>
  adapter.startsWith('libraries/') ? join(import.meta.dirname, dirname(adapter)) : null

const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return sum
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size)
  }, 0)
