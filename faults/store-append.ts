import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { openEmbedded } from 'longhand/embedded'
import { openPostgres } from 'longhand/postgres'
import { localOwner, type Storage } from '../packages/longhand/src/engine/ports/store.ts'
import { embeddedDirectory } from '../packages/longhand/src/testing/store-contract/embedded.ts'
import { run, startServer, type TestServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { sleep, startChild } from './store-child.ts'
import { judge } from './store-oracle.ts'
import { clean, type Outcome } from './store-outcome.ts'

/** Kills the writer again and again, one time in five while it is still opening; on Postgres the server too. */
export async function killWhileAppending(engine: 'embedded' | 'postgres', times: number): Promise<Outcome> {
  let place = await prepare(engine)
  const conversation = randomUUID()
  const acknowledged = new Map<string, string>()
  for (let kill = 1; kill <= times; kill++) {
    const child = startChild('append', engine, place.target, conversation)
    if (kill % 5 === 0) await sleep(Math.random() * 1500)
    else await child.says('ack').then(() => sleep(Math.random() * 1200))
    await child.kill()
    for (const line of child.lines) {
      const [word, id, hash] = line.split(' ')
      if (word === 'ack') acknowledged.set(id!, hash!)
    }
    if (kill % 4 === 0) place = await place.crash()
  }
  const storage = await place.open()
  const verdict = acknowledged.size === 0 ? clean : await judge(storage.as(localOwner), conversation, acknowledged)
  await storage.close()
  await place.remove()
  return { fault: `kill -9 while appending (${engine})`, times, acknowledged: acknowledged.size, ...verdict }
}

type Place = {
  readonly target: string
  readonly open: () => Promise<Storage>
  /** Also ends whatever else runs, and starts it again. */
  readonly crash: () => Promise<Place>
  readonly remove: () => Promise<void>
}

async function prepare(engine: 'embedded' | 'postgres'): Promise<Place> {
  if (engine === 'postgres') return served(await startServer(['fsync=on']))
  const target = await embeddedDirectory()
  const place: Place = {
    target,
    open: () => openEmbedded(target),
    crash: async () => place,
    remove: () => rm(target, { recursive: true, force: true }),
  }
  return place
}

const served = (server: TestServer): Place => ({
  target: server.url,
  open: () => openPostgres(server.url),
  crash: async () => {
    await server.crash()
    return served(await run(server.directory, ['fsync=on']))
  },
  remove: () => server.stop(),
})
