import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAddress } from '@longhand/server/address'
import type { Environment } from '@longhand/server/environment'
import { LonghandError } from 'longhand'
import { type Api, createApi } from 'longhand/client'
import { printError } from '../text/print.ts'

/** A connection to the server that has the data open: one that is running already, or one in this process. */
export type ServerConnection = {
  readonly api: Api
  /** The run that changes are attributed to; set while a conversation is open. */
  readonly run: { current: () => string | null }
  /** Requests a path from the current server. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Ends the server if it is in this process. */
  readonly close: () => Promise<void>
}

type Server = { readonly url: string; readonly token: string; readonly close: () => Promise<void> }

/** Does some work with a server, and disconnects. */
export async function withServer<T>(
  environment: Environment,
  work: (server: ServerConnection) => Promise<T>,
): Promise<T> {
  const server = connectToServer(environment, sentence => printError(sentence))
  try {
    return await work(server)
  } finally {
    await server.close().catch(() => {})
  }
}

/** Does some work with the address of a server, which lasts as long as the work does. */
export async function withServerAddress<T>(
  environment: Environment,
  work: (server: Pick<Server, 'url' | 'token'>) => Promise<T>,
): Promise<T> {
  const server = await findServer(environment, sentence => printError(sentence))
  try {
    return await work(server)
  } finally {
    await server.close().catch(() => {})
  }
}

/** Connects at once; requests wait for it. When the server goes away, another one takes its place. */
export function connectToServer(
  environment: Environment,
  progress: (sentence: string) => void = () => {},
): ServerConnection {
  let server = findServer(environment, progress)
  const run: ServerConnection['run'] = { current: () => null }
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { url, token } = await server
    const asWith = (token: string) =>
      fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
    try {
      const answer = await asWith(token)
      const fresh = answer.status === 401 ? await readToken(environment) : null
      if (fresh === null || fresh === token || init.body instanceof ReadableStream) return answer
      // It was replaced while this program was running.
      server = server.then(({ close }) => ({ url, token: fresh, close }))
      return await asWith(fresh)
    } catch (error) {
      if (!init.signal?.aborted && (await readAddress(environment)) !== url) server = findServer(environment, progress)
      throw error
    }
  }
  // The failure is reported by the requests that wait for it.
  server.catch(() => {})
  const api = createApi({ run: () => run.current(), fetch: (path, init) => ask(String(path), init) })
  return { api, run, fetch: ask, close: async () => (await server).close() }
}

/** The server of another process, or one that is started here. */
async function findServer(environment: Environment, progress: (sentence: string) => void): Promise<Server> {
  const url = await readAddress(environment)
  const token = await readToken(environment)
  if (url !== null && token !== null) return { url, token, close: async () => {} }
  // The server is large: it is only loaded when none is running.
  const { createServer } = await import('@longhand/server')
  return createServer({ ...environment, port: environment.port ?? 0, progress, log: () => {}, ...builtPage() }).catch(
    async error => {
      // Another process may have started at the same moment and has the data now.
      if (!(error instanceof LonghandError && error.code === 'store-in-use')) throw error
      return waitForOtherServer(environment, error)
    },
  )
}

const readToken = async ({ folder }: Environment): Promise<string | null> =>
  readFile(join(folder, 'token'), 'utf8').then(
    text => text.trim(),
    () => null,
  )

/** Where the page of the published app is: beside the program. In the repository the server finds it itself. */
export function builtPage(): { readonly page?: string } {
  const page = fileURLToPath(new URL('./page/', import.meta.url))
  return existsSync(page) ? { page } : {}
}

const timeoutMs = 5_000

async function waitForOtherServer(environment: Environment, error: LonghandError): Promise<Server> {
  for (let waited = 0; waited < timeoutMs; waited += 100) {
    await new Promise(resolve => setTimeout(resolve, 100))
    if ((await readAddress(environment)) !== null) return findServer(environment, () => {})
  }
  throw error
}
