import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createApi } from 'longhand/client'

/** A server in a process of its own. */
export type Child = {
  readonly url: string
  readonly api: ReturnType<typeof createApi>
  /** Ends it by a signal and waits until it is gone; returns its exit code. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/** A server with a database of its own in a folder, and the points at which it is to fail. */
export const startChild = (folder: string, failpoints = '', more: readonly string[] = []): Promise<Child> =>
  startProgram('serve.child.ts', [folder, ...more], failpoints)

/** One of several servers on a Postgres, with an Anthropic at an address. */
export const startSharing = (database: string, provider: string): Promise<Child> =>
  startProgram('share.child.ts', [database, provider])

async function startProgram(name: string, args: readonly string[], failpoints = ''): Promise<Child> {
  const program = new URL(name, import.meta.url).pathname
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FAILPOINTS: failpoints },
  })
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  const { url, token } = JSON.parse(line) as { url: string; token: string }
  return {
    url,
    api: createApi({ base: url, headers: { authorization: `Bearer ${token}` } }),
    async end(signal) {
      const gone = once(child, 'exit')
      child.kill(signal)
      const [code] = await gone
      return code
    },
  }
}
