import { openPostgres } from 'longhand/postgres'
import pg from 'pg'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { talk } from '../packages/longhand/src/testing/store-contract/room.ts'
import { sleep, startChild } from './store-child.ts'
import { clean, type Outcome } from './store-outcome.ts'

/** Kills a migration at any moment: all of the schema is there or none of it, and the next try succeeds. */
export async function killMigration(times: number): Promise<Outcome> {
  const server = await startServer()
  const admin = new pg.Client({ connectionString: server.admin })
  admin.on('error', () => {})
  await admin.connect()
  let [half, worked] = [0, 0]
  for (let kill = 1; kill <= times; kill++) {
    await admin.query(`create database try_${kill} owner longhand template template0`)
    const url = server.url.replace(/longhand$/, `try_${kill}`)
    const child = startChild('migrate', url)
    await child.says('open')
    await sleep(Math.random() * 400)
    await child.kill()
    half += await halves(url)
    const storage = await openPostgres(url)
    if ((await talk(storage.as(localOwner), 2)).totals.messages === 2) worked++
    await storage.close()
  }
  await admin.end()
  await server.stop()
  return {
    fault: 'kill -9 during a migration (postgres)',
    times,
    acknowledged: worked,
    ...clean,
    lost: half + times - worked,
  }
}

/** One when the schema is there without its last function, or the ledger without the schema. */
async function halves(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ begun: boolean; ended: boolean }>(
    `select to_regnamespace('longhand') is not null as begun, to_regproc('longhand.import_end') is not null as ended`,
  )
  await client.end()
  return Number(rows[0]!.begun !== rows[0]!.ended)
}
