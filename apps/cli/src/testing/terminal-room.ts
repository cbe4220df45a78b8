import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Api, createApi } from 'longhand/client'
import { embeddedDirectory, startFakeProvider } from 'longhand/internal/testing'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { type Watched, type WatchedTerminal, watchTerminal } from './watched-terminal.ts'

/** A folder of data that `longhand serve` has open, and terminals that talk to it. */
export type TerminalRoom = {
  readonly folder: string
  readonly api: Api
  /** Where the server is, and the key of clients that it relays. */
  readonly url: string
  readonly token: string
  /** Starts `longhand` with these arguments. */
  readonly open: (args: readonly string[], options?: Pick<Watched, 'env' | 'size'>) => WatchedTerminal
  /** A new conversation with a model that answers at once, and one that is about to be condensed. */
  readonly blank: () => Promise<string>
  readonly sample: () => Promise<string>
  /** Ends the terminals that are still open. */
  readonly clear: () => Promise<void>
  readonly close: () => Promise<void>
}

export const program = join(import.meta.dirname, '../main.ts')

/** A room that all tests of a file share. A real terminal on a busy machine takes its time. */
export function terminalRoomForTests(): () => TerminalRoom {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  let room: TerminalRoom
  beforeAll(async () => {
    room = await openTerminalRoom()
  })
  afterEach(() => room.clear())
  afterAll(() => room.close())
  return () => room
}

export async function openTerminalRoom(): Promise<TerminalRoom> {
  const [folder, provider] = await Promise.all([embeddedDirectory(), startFakeProvider()])
  const { server, url } = await serve(folder, provider.baseURL)
  const token = (await readFile(join(folder, 'token'), 'utf8')).trim()
  const api = createApi({ base: url, headers: { authorization: `Bearer ${token}` } })
  const opened = new Set<WatchedTerminal>()
  const clear = async () => {
    for (const one of opened) one.kill('SIGTERM')
    await Promise.all([...opened].map(one => one.ended))
  }
  return {
    folder,
    api,
    url,
    token,
    open: (args, options = {}) => {
      const terminal = watchTerminal({ args: [program, ...args], folder, ...options })
      opened.add(terminal)
      void terminal.ended.then(() => opened.delete(terminal))
      return terminal
    },
    blank: async () => (await api.create({ model: 'local/ok' })).id,
    sample: async () => (await api.create({ sample: true })).id,
    clear,
    close: async () => {
      await clear()
      server.kill('SIGTERM')
      await once(server, 'exit')
      await provider.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts the server as people do, and waits for the line that says where it is. */
async function serve(folder: string, provider: string): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [program, 'serve', '--json', '--port', '0'], {
    env: { ...process.env, LONGHAND_DATA: folder, LOCAL_BASE_URL: provider },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(server.stdout), 'line')
  return { server, url: JSON.parse(line).url }
}
