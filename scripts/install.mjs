import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * A lockfile, as far as it is read here.
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lockfile
 */

/** Runs `npm ci` unless what is installed is what the lockfile asks for. */
export function ensureInstalled() {
  const wanted = readLockfile(join(root, 'package-lock.json'))
  const installed = readLockfile(join(root, 'node_modules/.package-lock.json'))
  if (wanted !== null && installed !== null && isInstalled(wanted, installed)) return
  console.log('Installing what package-lock.json asks for; this takes about a minute, once.')
  const { status } = npm(['ci'])
  if (status === 0) return
  console.error(
    'npm ci failed. Read its message above; most often the network or the disk is the reason. Then try again.',
  )
  process.exit(1)
}

/**
 * Whether every package of the lockfile is there in its version. Optional ones may be missing: they are for other machines.
 * npm writes its list of installed packages last, so a broken-off installation counts as none.
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed.packages[path]
    return found === undefined ? optional === true || devOptional === true : found.version === version
  })
}

/** @param {string} path @returns {Lockfile | null} */
function readLockfile(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** The npm that started us, else the one on the path. @param {readonly string[]} args */
function npm(args) {
  const started = process.env.npm_execpath
  const [command, ...before] = started === undefined ? ['npm'] : [process.execPath, started]
  return spawnSync(String(command), [...before, ...args], { cwd: root, stdio: 'inherit', shell: started === undefined })
}
