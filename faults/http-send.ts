import { request } from 'node:http'
import type { HostileRequest } from './http-requests.ts'

/** What came back: a status, or how the connection ended. */
export type Outcome = number | 'closed' | 'silent'

/** How long an answer may take to begin on a machine that is busy. */
const timeoutMs = 30_000

/** Sends a request exactly as it is and waits until the answer begins. */
export function sendHostile(
  { kind, method, path, headers, body }: HostileRequest,
  to: { readonly port: number; readonly token: string },
): Promise<Outcome> {
  return new Promise(resolve => {
    const asked = request({
      host: '127.0.0.1',
      port: to.port,
      method,
      path,
      headers: {
        ...(kind === 'spelling' ? {} : { authorization: `Bearer ${to.token}` }),
        ...headers,
        ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      timeout: timeoutMs,
      agent: false,
    })
    const end = (outcome: Outcome) => {
      resolve(outcome)
      asked.destroy()
    }
    asked.on('response', answer => end(answer.statusCode ?? 'closed'))
    asked.on('timeout', () => end('silent'))
    asked.on('error', () => end('closed'))
    asked.end(body ?? undefined)
  })
}

/** Asks as a well-behaved program does, over a connection of its own, and reads the whole answer. */
export const read = (url: string, token: string, body?: unknown): Promise<string> =>
  send(url, token, body === undefined ? null : { type: 'application/json', text: JSON.stringify(body) })

/** The same with a body that is text already; null sends none. */
export function send(url: string, token: string, body: Body | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': body?.type ?? 'application/json' }
    const asked = request(url, { method: body === null ? 'GET' : 'POST', headers, agent: false }, async answer => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(text)
    })
    asked.on('error', reject)
    asked.end(body?.text)
  })
}

export type Body = { readonly type: string; readonly text: string | Uint8Array }
