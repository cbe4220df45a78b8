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

/** Takes turns for so many seconds at each course, so many at a time; each lane has its own conversation. */
export async function load(lanes: number, seconds: number, courses: readonly Course[]): Promise<readonly Load[]> {
  for (const { turn } of courses) await inLanes(lanes, lane => repeat(warmUp, () => turn(lane)))
  const taken = courses.map((): Slice[] => [])
  // A slice of each after the other, several times: whatever else the machine does disturbs all of them alike.
  for (let at = 0; at < slices; at++)
    for (const [which, course] of courses.entries())
      taken[which]!.push(await driveFor((1000 * seconds) / slices, lanes, course))
  return taken.map(loadOf)
}

const slices = 5

type Slice = { readonly times: readonly number[]; readonly ms: number; readonly cpuMs: number }

async function driveFor(ms: number, lanes: number, { turn, cpuMs }: Course): Promise<Slice> {
  const times: number[] = []
  const cpu = await cpuMs()
  const from = performance.now()
  await inLanes(lanes, async lane => {
    while (performance.now() < from + ms) {
      const began = performance.now()
      await turn(lane)
      times.push(performance.now() - began)
    }
  })
  return { times, ms: performance.now() - from, cpuMs: (await cpuMs()) - cpu }
}

function loadOf(all: readonly Slice[]): Load {
  const times = all.flatMap(slice => slice.times)
  const sum = (figure: 'ms' | 'cpuMs') => all.reduce((total, slice) => total + slice[figure], 0)
  return { perSecond: (1000 * times.length) / sum('ms'), ...spread(times), cpuMs: sum('cpuMs') / times.length }
}

const inLanes = (lanes: number, work: (lane: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)))

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let at = 0; at < times; at++) await work()
}

export function spread(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 4_000 })

/** Sends JSON, or nothing, and reads the answer to the end. */
export const exchange = (url: string, token: string, body?: unknown): Promise<string> =>
  sendBody(url, { token, ...(body === undefined ? { method: 'GET' } : { body: JSON.stringify(body) }) })

type Sent = { readonly token: string; readonly body?: string; readonly type?: string; readonly method?: string }

/** Sends a body as it is, and reads the answer to the end. */
export function sendBody(
  url: string,
  { token, body, type = 'application/json', method = 'POST' }: Sent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const asked = request(url, { method, headers, agent }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode! < 300) resolve(text)
        else reject(new Error(`${url}: ${answer.statusCode} ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
