import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { missingServerFlags, serverEnvironment } from '../apps/server/src/node-settings.mjs'
import { root } from '../scripts/root.mjs'
import { read } from './http-send.ts'

/** The server as people start it, in a process of its own. */
export type Target = {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly token: string
  /** Whether the process still lives. */
  readonly lives: () => boolean
  /** The worst moments of its event loop since it was asked last, in milliseconds. */
  readonly loop: () => Promise<Loop>
  readonly close: () => Promise<void>
  /** Ends it without warning; its folder stays. */
  readonly crash: () => Promise<void>
}

/** How late it was, and how long it computed without a break: on a machine that others use too, only the second is its own. */
export type Loop = { readonly delayMs: number; readonly busyMs: number }

/** So high that nothing is refused for its number: what is behind the gate is what we want to meet. */
const unlimited = Object.fromEntries(
  ['REQUESTS', 'TURNS', 'COMPACTIONS', 'TRANSFERS'].map(name => [`LONGHAND_LIMITS_${name}_PER_MINUTE`, '100000000']),
)

export type TargetOptions = {
  /** A Postgres; the embedded one when null. */
  readonly database: string | null
  /** Where its data is, kept when it ends; one of its own, removed then, when left out. */
  readonly folder?: string
  /** What else stands in its environment. */
  readonly variables?: Readonly<Record<string, string>>
}

export async function startTarget({ database, folder: given, variables = {} }: TargetOptions): Promise<Target> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'longhand-http-')))
  const args = [...missingServerFlags(), join(root, 'apps/server/src/main.ts')]
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...serverEnvironment,
      ...(process.env.NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS: process.env.NODE_OPTIONS }),
      LONGHAND_DATA: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      BROWSER: 'none',
      LONGHAND_LOG_LEVEL: 'error',
      ...unlimited,
      ...(database === null ? {} : { DATABASE_URL: database }),
      ...variables,
    },
  })
  const url = await addressOf(child)
  const token = (await readFile(join(folder, 'token'), 'utf8')).trim()
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const gone = once(child, 'exit')
    if (child.kill(signal)) await gone
  }
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid!,
    token,
    lives: () => child.exitCode === null && child.signalCode === null,
    async loop() {
      const text = await read(`${url}/metrics`, token)
      const figure = (name: string) =>
        1000 * Number(new RegExp(`^longhand_event_loop_${name} (\\S+)$`, 'm').exec(text)?.[1])
      return { delayMs: figure('delay_max_seconds'), busyMs: figure('busy_max_seconds') }
    },
    async close() {
      await end('SIGTERM')
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
    crash: () => end('SIGKILL'),
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /Longhand is at (http:\/\/[^/\s]+)/.exec(line)
    if (found !== null) return found[1]!
  }
  throw new Error('The server ended before it said where it is.')
}
