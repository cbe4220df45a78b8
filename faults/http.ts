import { parseArgs } from 'node:util'
import { answer, startFakeProvider } from 'longhand/internal/testing'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import {
  type HostileRequest,
  hostileRequests,
  hostileWidths,
  type Kind,
  kinds,
  type RequestSources,
  type Route,
} from './http-requests.ts'
import { type Outcome, read, sendHostile } from './http-send.ts'
import { type Loop, startTarget, type Target } from './http-target.ts'

/** What came of it, by kind of request. */
export type FuzzResult = {
  readonly storage: string
  readonly outcomes: ReadonlyMap<Kind, readonly Outcome[]>
  /** Requests that met our bug, with what they were. */
  readonly bugs: readonly HostileRequest[]
  /** Requests without a token and of strangers that were let in. */
  readonly intruders: readonly HostileRequest[]
  readonly crashes: number
  /** While requests were sent as people send them, and while these were. */
  readonly ordinary: Loop
  readonly loop: Loop
}

/** `npm run faults -- http`: requests that nobody should send, at the server as people start it. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { requests: { type: 'string' }, seed: { type: 'string' }, wide: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const fired = await fireAll(Number(values.requests ?? 20_000), seed, Number(values.wide ?? 20_000))
  console.log(report(fired, seed))
  if (faultsOf(fired) > 0 || fired.loop.busyMs >= 200) process.exitCode = 1
}

/** Everything that must be zero. */
export const faultsOf = ({ bugs, intruders, crashes, outcomes }: FuzzResult): number =>
  bugs.length +
  intruders.length +
  crashes +
  [...outcomes.values()].flat().filter(outcome => outcome === 'silent').length

/** So many at a time: more than a browser opens, fewer than make the machine the bottleneck. */
const atOnce = 12

/** So many requests, and after them wide ones that have so many of one thing. */
export async function fireAll(count: number, seed: number, wide: number): Promise<FuzzResult> {
  const postgres = hasPostgres() ? await startServer() : null
  // A model that answers at once and elsewhere: what the server itself computes is what is measured.
  const provider = await startFakeProvider({ behaviour: () => answer('Fine.') })
  const variables = {
    ...{ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: provider.baseURL },
    ...{ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: provider.baseURL },
  }
  const target = await startTarget({ database: postgres?.url ?? null, variables })
  try {
    const range = await rangeOf(target, Math.min(40, Math.ceil(count / 20)))
    let queue = hostileRequests(range, count, seed).values()
    const outcomes = new Map<Kind, Outcome[]>(kinds.map(kind => [kind, []]))
    const bugs: HostileRequest[] = []
    const intruders: HostileRequest[] = []
    const ordinary = await target.loop()
    const shoot = async () => {
      for (const request of queue) {
        const outcome = await sendHostile(request, target)
        outcomes.get(request.kind)!.push(outcome)
        if (typeof outcome === 'number' && outcome >= 500 && !told.has(outcome)) bugs.push(request)
        if (isIntruder(request) && typeof outcome === 'number' && outcome < 400) intruders.push(request)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, shoot))
    queue = hostileWidths(wide).values()
    await shoot()
    const crashes = target.lives() ? 0 : 1
    const loop = crashes === 0 ? await target.loop() : { delayMs: Number.NaN, busyMs: Number.NaN }
    return { storage: postgres === null ? 'embedded' : 'Postgres', outcomes, bugs, intruders, crashes, ordinary, loop }
  } finally {
    await target.close()
    await provider.close()
    await postgres?.stop()
  }
}

/** What is not built, and that a model failed: ours does when it is asked for a summary. */
const told: ReadonlySet<number> = new Set([501, 502])

/** Whoever shows no token under a path that is not what it seems, and whoever another site has sent. */
const isIntruder = (request: HostileRequest): boolean =>
  request.kind === 'spelling' || (request.kind === 'foreign' && !isLink(request))

/** A link on another site may lead to the page; what is behind the gate it may not reach. */
const isLink = ({ method, path, headers }: HostileRequest): boolean =>
  method === 'GET' && !path.startsWith('/api/') && 'sec-fetch-site' in headers

/** The routes as the server tells them, and some conversations to aim at. */
async function rangeOf({ url, token }: Target, conversations: number): Promise<RequestSources> {
  const { paths } = JSON.parse(await read(`${url}/openapi.json`, token)) as { paths: Record<string, object> }
  const routes: Route[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
  )
  const ids: string[] = []
  for (let at = 0; at < conversations; at++) {
    ids.push(JSON.parse(await read(`${url}/api/conversations`, token, { sample: true })).id)
  }
  // The first turn loads what all later ones use.
  await read(`${url}/api/conversations/${ids[0]}/messages`, token, { clientId: 'first', text: 'Hello' })
  return { routes, ids }
}

function report({ storage, outcomes, bugs, intruders, crashes, loop }: FuzzResult, seed: number): string {
  const statuses = (list: readonly Outcome[]) =>
    [...Map.groupBy(list, String)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([outcome, all]) => `${outcome} × ${all.length}`)
      .join(', ')
  return [
    table(
      ['requests', 'sent', 'answers'],
      [...outcomes].map(([kind, list]) => [kind, list.length, statuses(list)]),
    ),
    '',
    table(
      [
        'storage',
        'crashes',
        'bugs (5xx)',
        'strangers let in',
        'event loop: longest computing',
        'longest delay',
        'seed',
      ],
      [
        [
          storage,
          crashes,
          bugs.length,
          intruders.length,
          `${loop.busyMs.toFixed(0)} ms`,
          `${loop.delayMs.toFixed(0)} ms`,
          seed,
        ],
      ],
    ),
    ...[...bugs, ...intruders].slice(0, 5).map(request => JSON.stringify(request).slice(0, 400)),
  ].join('\n')
}
