import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The Node that everything runs on: the one installed with the packages, else the running one if it is new enough. */
export function node24() {
  const path = shipped()
  if (existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  if (isNewEnough(process.versions.node)) return process.execPath
  console.error(
    `Longhand needs Node 22.18 or newer, and npm has none to install for ${process.platform} ${process.arch}. ` +
      `This is Node ${process.versions.node}; install Node 24 from https://nodejs.org and try again.`,
  )
  process.exit(1)
}

/** From 22.18 on Node runs TypeScript as it is. @param {string} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function shipped() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  return join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
}
