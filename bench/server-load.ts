import { Agent, request } from 'node:http'

/** How long each of many turns took, and how many there were in a second. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number }

/** Takes turns for so many seconds, so many at a time; each lane has its own conversation. */
export async function load(lanes: number, seconds: number, turn: (lane: number) => Promise<void>): Promise<Load> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const drive = async (lane: number) => {
    while (performance.now() < until) {
      const from = performance.now()
      await turn(lane)
      times.push(performance.now() - from)
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: lanes }, (_, lane) => drive(lane)))
  return { perSecond: (1000 * times.length) / (performance.now() - from), ...spread(times) }
}

export function spread(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 4_000 })

/** Sends a request and reads its answer to the end. */
export function exchange(url: string, token: string, body?: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent }, async answer => {
      let text = ''
      for await (const chunk of answer) text += chunk
      if (answer.statusCode! < 300) resolve(text)
      else reject(new Error(`${url}: ${answer.statusCode} ${text}`))
    })
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
