import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from 'longhand/embedded'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { embeddedDirectory } from '../packages/longhand/src/testing/store-contract/embedded.ts'
import { sleep, startChild } from './store-child.ts'
import { judge } from './store-oracle.ts'
import { clean, type Outcome } from './store-outcome.ts'

/** Kills the making of a database at any moment: what has the name must open, and the next start must succeed. */
export async function killFirstStart(times: number): Promise<Outcome> {
  const place = await mkdtemp(join(tmpdir(), 'longhand-first-'))
  let lost = 0
  let made = 0
  // Measured once when it pays: making a database takes most of the time of a short run.
  const longest = times > 3 ? await howLong(place) : 2_000
  for (let kill = 1; kill <= times; kill++) {
    const child = startChild('open', 'embedded', place)
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
  return { fault: 'kill -9 during the first start (embedded)', times, acknowledged: made, ...clean, lost }
}

async function howLong(place: string): Promise<number> {
  const before = performance.now()
  await startChild('open', 'embedded', place).ended
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
