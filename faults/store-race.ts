import { openPostgres } from 'longhand/postgres'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { talk } from '../packages/longhand/src/testing/store-contract/room.ts'
import { sleep, startChild } from './store-child.ts'
import { judge } from './store-oracle.ts'
import { clean, type Outcome } from './store-outcome.ts'

/** Two processes compact the same conversations while one or the other is killed. */
export async function raceCompactors(times: number): Promise<Outcome> {
  const server = await startServer()
  const storage = await openPostgres(server.url)
  const store = storage.as(localOwner)
  const conversations = await Promise.all(Array.from({ length: 3 }, () => talk(store, 8)))
  const ids = conversations.map(({ id }) => id)
  const said: string[] = []
  let rival = startChild('race', server.url, ...ids)
  for (let kill = 0; kill < times; kill++) {
    const next = startChild('race', server.url, ...ids)
    await next.says('open')
    await sleep(50 + Math.random() * 300)
    await rival.kill()
    said.push(...rival.lines)
    rival = next
  }
  await rival.kill()
  said.push(...rival.lines)
  const done = said.filter(line => line.startsWith('done '))
  const total = { ...clean }
  for (const id of ids) {
    const acknowledged = new Map(
      done.flatMap(line => (line.split(' ')[1] === id ? [[line.split(' ')[2]!, '']] : [])) as [string, string][],
    )
    const verdict = await judge(store, id, acknowledged)
    for (const key of ['lost', 'duplicates', 'doubles', 'stuck'] as const)
      Object.assign(total, { [key]: total[key] + verdict[key] })
  }
  await storage.close()
  await server.stop()
  return { fault: 'two compactors racing, kill -9 (postgres)', times, acknowledged: done.length, ...total }
}
