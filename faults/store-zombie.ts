import { randomUUID } from 'node:crypto'
import { openPostgres } from 'longhand/postgres'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { folding, plannedOn, talk } from '../packages/longhand/src/testing/store-contract/room.ts'
import { sleep, startChild } from './store-child.ts'
import { judge } from './store-oracle.ts'
import { clean, type Outcome } from './store-outcome.ts'

/** Freezes the process that makes a compaction until another has made it, then wakes it: it must not count twice. */
export async function freezeWorker(times: number): Promise<Outcome> {
  const server = await startServer()
  const storage = await openPostgres(server.url)
  const store = storage.as(localOwner)
  const total = { ...clean }
  const leaseMs = 300
  let fenced = 0
  for (let freeze = 0; freeze < times; freeze++) {
    const conversation = await talk(store, 8)
    const wanted = { id: randomUUID(), base: plannedOn(conversation), span: { from: 2, to: 5 }, plan: null }
    await store.compactions.request(conversation.id, wanted)
    const zombie = startChild('zombie', server.url, conversation.id, String(leaseMs))
    await zombie.says('claimed')
    zombie.signal('SIGSTOP')
    await sleep(leaseMs * 2)
    const job = (await store.compactions.claim(conversation.id, { worker: 'healthy', ms: 10_000 }))!
    const { type } = await store.compactions.finish(job, folding(null, 5), {})
    zombie.signal('SIGCONT')
    const answer = await zombie.says('finish')
    if (type === 'done' && answer === 'finish lost') fenced++
    const verdict = await judge(store, conversation.id, new Map())
    for (const key of ['lost', 'duplicates', 'doubles', 'stuck'] as const)
      Object.assign(total, { [key]: total[key] + verdict[key] })
    await zombie.kill()
  }
  await storage.close()
  await server.stop()
  return {
    fault: 'worker frozen past its lease, then woken (postgres)',
    times,
    acknowledged: fenced,
    ...total,
    doubles: total.doubles + times - fenced,
  }
}
