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
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? null : `npm ci failed: ${stderr.trim().split('\n')[0]}`
}

/** The version that is installed; null when it is not. */
export function versionOf(name: string): string | null {
  const file = join(folderOf(name), 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null
}
