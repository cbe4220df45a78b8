import { parseArgs } from 'node:util'
import { answer, startFakeProvider } from 'longhand/internal/testing'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { fire, type Hit, read } from './http-fire.ts'
import { type Kind, kinds, type Range, type Route, type Shot, shots } from './http-shots.ts'
import { type Loop, startTarget, type Target } from './http-target.ts'

/** What came of it, by kind of request. */
export type Fired = {
  readonly storage: string
  readonly hits: ReadonlyMap<Kind, readonly Hit[]>
  /** Requests that met our bug, with what they were. */
  readonly bugs: readonly Shot[]
  /** Requests without a token and of strangers that were let in. */
  readonly intruders: readonly Shot[]
  readonly crashes: number
  /** While requests were sent as people send them, and while these were. */
  readonly ordinary: Loop
  readonly loop: Loop
}

/** `npm run faults -- http`: requests that nobody should send, at the server as people start it. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { requests: { type: 'string' }, seed: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const fired = await fireAll(Number(values.requests ?? 20_000), seed)
  console.log(report(fired, seed))
  if (faultsOf(fired) > 0 || fired.loop.busyMs >= 200) process.exitCode = 1
}

/** Everything that must be zero. */
export const faultsOf = ({ bugs, intruders, crashes, hits }: Fired): number =>
  bugs.length + intruders.length + crashes + [...hits.values()].flat().filter(hit => hit === 'silent').length

/** So many at a time: more than a browser opens, fewer than make the machine the bottleneck. */
const atOnce = 12

export async function fireAll(count: number, seed: number): Promise<Fired> {
  const postgres = hasPostgres() ? await startServer() : null
  // A model that answers at once and elsewhere: what the server itself computes is what is measured.
  const provider = await startFakeProvider({ behaviour: () => answer('Fine.') })
  const variables = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: provider.baseURL }
  const target = await startTarget({ database: postgres?.url ?? null, variables })
  try {
    const queue = shots(await rangeOf(target, Math.min(40, Math.ceil(count / 20))), count, seed).values()
    const hits = new Map<Kind, Hit[]>(kinds.map(kind => [kind, []]))
    const bugs: Shot[] = []
    const intruders: Shot[] = []
    const ordinary = await target.loop()
    const shoot = async () => {
      for (const shot of queue) {
        const hit = await fire(shot, target)
        hits.get(shot.kind)!.push(hit)
        if (typeof hit === 'number' && hit >= 500 && !told.has(hit)) bugs.push(shot)
        if (isIntruder(shot) && typeof hit === 'number' && hit < 400) intruders.push(shot)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, shoot))
    const crashes = target.lives() ? 0 : 1
    const loop = crashes === 0 ? await target.loop() : { delayMs: Number.NaN, busyMs: Number.NaN }
    return { storage: postgres === null ? 'embedded' : 'Postgres', hits, bugs, intruders, crashes, ordinary, loop }
  } finally {
    await target.close()
    await provider.close()
    await postgres?.stop()
  }
}

/** What is not built, and that a model failed: ours does when it is asked for a summary. */
const told: ReadonlySet<number> = new Set([501, 502])

/** Whoever shows no token under a path that is not what it seems, and whoever another site has sent. */
const isIntruder = (shot: Shot): boolean => shot.kind === 'spelling' || (shot.kind === 'stranger' && !isLink(shot))

/** A link on another site may lead to the page; what is behind the gate it may not reach. */
const isLink = ({ method, path, headers }: Shot): boolean =>
  method === 'GET' && !path.startsWith('/api/') && 'sec-fetch-site' in headers

/** The routes as the server tells them, and some conversations to aim at. */
async function rangeOf({ url, token }: Target, conversations: number): Promise<Range> {
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

function report({ storage, hits, bugs, intruders, crashes, loop }: Fired, seed: number): string {
  const statuses = (list: readonly Hit[]) =>
    [...Map.groupBy(list, String)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([hit, all]) => `${hit} × ${all.length}`)
      .join(', ')
  return [
    table(
      ['requests', 'sent', 'answers'],
      [...hits].map(([kind, list]) => [kind, list.length, statuses(list)]),
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
    ...[...bugs, ...intruders].slice(0, 5).map(shot => JSON.stringify(shot).slice(0, 400)),
  ].join('\n')
}
