import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../scripts/root.mjs'

/** A server that can be killed and comes back at the same address, with what it has stored. */
export type MortalServer = {
  readonly url: string
  readonly token: string
  /** Ends it as a power cut would, and starts it again. */
  kill(): Promise<void>
  close(): Promise<void>
}

export type MortalOptions = {
  /** A Postgres; the embedded one when null. */
  readonly database: string | null
  readonly provider: string
}

export async function startMortal({ database, provider }: MortalOptions): Promise<MortalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-relay-'))
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        ...{ LONGHAND_DATA: folder, HOST: '127.0.0.1', PORT: String(port), BROWSER: 'none' },
        ...{ LONGHAND_LOG_LEVEL: 'silent', ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: provider },
        ...(database === null ? {} : { DATABASE_URL: database }),
      },
    })
    for await (const line of createInterface({ input: child.stdout! })) if (/Longhand is at/.test(line)) return child
    throw new Error('The server ended before it said where it is.')
  }
  let child = await start()
  const end = async (signal: NodeJS.Signals) => {
    const gone = once(child, 'exit')
    if (child.kill(signal)) await gone
  }
  return {
    url: `http://127.0.0.1:${port}`,
    token: (await readFile(join(folder, 'token'), 'utf8')).trim(),
    async kill() {
      await end('SIGKILL')
      child = await start()
    },
    async close() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
