import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { localOwner } from 'longhand/internal/engine'
import { startTarget, type Target } from '../faults/http-target.ts'
import { openEngine } from '../packages/longhand/src/stores/embedded/engine.ts'
import type { Cell } from '../scripts/table.ts'
import { createTalk, inTurns, ms, percentile, send, type Talk, type Timing } from './relay-talk.ts'
import { fill } from './store-fill.ts'

export type ColdOptions = {
  readonly variables: Readonly<Record<string, string>>
  /** Makes a server ready to be measured. */
  readonly prepare: (target: Target) => Promise<void>
  /** Messages that are there beside the conversations that are gone on with. */
  readonly stored: number
  /** How often the server is started anew. */
  readonly starts: number
}

export const coldHead = [
  'body',
  'messages stored',
  'hot: own time, p50 · first byte, p50',
  'first request of a process: own time, p50',
  'first of a conversation: own time, p50',
  'p95',
  'first byte, p50',
  'p95',
]

/** How much longer the first request of a conversation takes in a server that was just started, among many messages. */
export async function coldRows({ variables, prepare, stored, starts }: ColdOptions): Promise<Cell[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-cold-'))
  const sizes = [0.1, 1]
  const talks = new Map(sizes.map(size => [size, Array.from({ length: starts * each }, () => createTalk(size))]))
  const before = await startTarget({ database: null, folder, variables })
  await prepare(before)
  for (const talk of [...talks.values()].flat()) await send(before, talk.next())
  await before.close()
  const engine = await openEngine(join(folder, 'pg18'))
  const filled = await fill(text => engine.database.exec(text), localOwner, stored)
  await engine.close()
  const messages = filled.reduce((sum, one) => sum + one.messages, 0)
  const rows: Cell[][] = []
  for (const size of sizes) rows.push(await rowOf(size, talks.get(size)!))
  await rm(folder, { recursive: true, force: true })
  return rows

  async function rowOf(size: number, all: readonly Talk[]): Promise<Cell[]> {
    const first: Timing[] = []
    const cold: Timing[] = []
    const hot: Timing[] = []
    for (let start = 0; start < starts; start++) {
      const target = await startTarget({ database: null, folder, variables })
      const mine = all.slice(start * each, (start + 1) * each)
      for (const [at, talk] of mine.entries()) {
        await setTimeout(pauseMs)
        const timing = await send(target, talk.next())
        ;(at === 0 ? first : cold).push(timing)
      }
      hot.push(...(await inTurns(10, mine[0]!, [target]))[0]!)
      await target.close()
    }
    const of = (timings: readonly Timing[], which: keyof Timing, share: number) =>
      ms(
        percentile(
          timings.map(one => one[which]),
          share,
        ),
      )
    return [
      `${size} MB`,
      messages,
      `${of(hot, 'own', 0.5)} · ${of(hot, 'first', 0.5)}`,
      of(first, 'own', 0.5),
      of(cold, 'own', 0.5),
      of(cold, 'own', 0.95),
      of(cold, 'first', 0.5),
      of(cold, 'first', 0.95),
    ]
  }
}

/** Conversations that each start goes on with. */
const each = 5

/** The server has said where it is; what it does at a start and after an answer is not on the way of the next request. */
const pauseMs = 500
