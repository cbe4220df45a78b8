import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The agents have a lockfile of their own: a gigabyte that nothing else needs. */
const folder = join(import.meta.dirname, 'agents')

export const folderOf = (name: string): string => join(folder, 'node_modules', name)

/** Installs the agents from their lockfile, without install scripts, unless they are there. Returns why it could not. */
export function ensureAgents(): string | null {
  if (existsSync(join(folder, 'node_modules'))) return null
  console.error('Installing the agents: npm ci in clients/agents')
  const install = (command: readonly string[]) =>
    spawnSync('npm', [...command, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' })
  if (install(['ci']).status === 0) return null
  // Where a registry lacks what only other machines need, newer versions of npm refuse that; this takes the same lockfile.
  const { status, stderr } = install(['install', '--no-save'])
  return status === 0 ? null : `npm install failed: ${firstError(stderr)}`
}

const firstError = (said: string): string =>
  said.split('\n').find(line => line.startsWith('npm error')) ?? said.trim().split('\n')[0]!

/** The version that is installed; null when it is not. */
export function versionOf(name: string): string | null {
  const file = join(folderOf(name), 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null
}
