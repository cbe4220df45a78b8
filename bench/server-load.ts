import { Agent, request } from 'node:http'

/** How long each of many turns took, how many there were in a second, and what the server computed for each. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly cpuMs: number }

/** Something to take turns with. */
export type Course = {
  readonly turn: (lane: number) => Promise<void>
  /** Time of the processor that the server has taken so far, in milliseconds. */
  readonly cpuMs: () => Promise<number>
}

/** Turns of each lane that are not counted: the first ones load and compile what all others use. */
const warmUp = 5

/** Takes turns for so many seconds, so many at a time; each lane has its own conversation. */
export async function load(lanes: number, seconds: number, { turn, cpuMs }: Course): Promise<Load> {
  const times: number[] = []
  const warm = async (lane: number) => {
    for (let at = 0; at < warmUp; at++) await turn(lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => warm(lane)))
  const cpu = await cpuMs()
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
  const perSecond = (1000 * times.length) / (performance.now() - from)
  return { perSecond, ...spread(times), cpuMs: ((await cpuMs()) - cpu) / times.length }
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
