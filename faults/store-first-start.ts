import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from 'longhand/embedded'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { emptyDatabaseFile } from '../packages/longhand/src/stores/embedded/empty-database.ts'
import { writeEmptyDatabase } from '../packages/longhand/src/stores/embedded/write-empty-database.ts'
import { embeddedDirectory } from '../packages/longhand/src/testing/store-contract/embedded.ts'
import { sleep, startChild } from './store-child.ts'
import { judge } from './store-oracle.ts'
import { clean, type Outcome } from './store-outcome.ts'

/** Kills a first start at any moment, whether it copies or makes its database: what has the name must open, and the next start must succeed. */
export async function killFirstStart(times: number, how: 'copied' | 'made'): Promise<Outcome> {
  if (how === 'copied') await writeEmptyDatabase(emptyDatabaseFile)
  const start = (place: string) =>
    how === 'copied' ? startChild('open', 'embedded', place) : startChild('make', place)
  const place = await mkdtemp(join(tmpdir(), 'longhand-first-'))
  let lost = 0
  let made = 0
  // Measured once when it pays: making a database takes most of the time of a short run.
  const longest = times > 3 ? await howLong(start, place) : 2_000
  for (let kill = 1; kill <= times; kill++) {
    const child = start(place)
    await sleep(Math.random() * longest)
    await child.kill()
    if (!existsSync(join(place, 'pg18')) && kill < times) continue
    const opened = await openEmbedded(place).catch(() => null)
    if (opened === null) lost++
    else made++
    await opened?.close()
    await rm(place, { recursive: true, force: true })
  }
  await rm(place, { recursive: true, force: true })
  return { fault: `kill -9 during the first start, ${how} (embedded)`, times, acknowledged: made, ...clean, lost }
}

async function howLong(start: (place: string) => ReturnType<typeof startChild>, place: string): Promise<number> {
  const before = performance.now()
  await start(place).ended
  await rm(place, { recursive: true, force: true })
  return performance.now() - before
}

/** A second process on a directory in use is refused, and the first does not notice. */
export async function openTwice(): Promise<Outcome> {
  const place = await embeddedDirectory()
  const conversation = randomUUID()
  const first = startChild('append', 'embedded', place, conversation)
  await first.says('ack')
  const refusals: string[] = []
  for (let other = 0; other < 3; other++) {
    const second = startChild('append', 'embedded', place, conversation)
    await second.ended
    refusals.push(...second.lines)
  }
  await sleep(500)
  await first.kill()
  const acknowledged = new Map(
    first.lines.flatMap(line => (line.startsWith('ack ') ? [line.split(' ').slice(1) as [string, string]] : [])),
  )
  const storage = await openEmbedded(place)
  const verdict = await judge(storage.as(localOwner), conversation, acknowledged)
  await storage.close()
  await rm(place, { recursive: true, force: true })
  const admitted = refusals.filter(line => line !== 'refused store-in-use').length
  return {
    fault: 'two processes on one directory (embedded)',
    times: 3,
    acknowledged: acknowledged.size,
    ...verdict,
    lost: verdict.lost + admitted,
  }
}
