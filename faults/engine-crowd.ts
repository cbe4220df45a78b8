import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openPostgres } from 'longhand/postgres'
import type { Message } from '../packages/longhand/src/core/message.ts'
import { localOwner, type Storage } from '../packages/longhand/src/engine/ports/store.ts'
import { startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { lettersMeter } from '../packages/longhand/src/testing/test-engine.ts'
import { table } from '../scripts/table.ts'
import { line, window } from './engine-cast.ts'
import { inOneFile } from './engine-kill.ts'
import { survivor } from './engine-survivor.ts'
import { sleep } from './store-child.ts'

/** So many conversations whose summaries are being written, and when the process that does it is killed, again and again. */
export type Crowd = {
  readonly conversations: number
  readonly kills: number
  /** While a model writes all of them, or at any moment. */
  readonly when: 'asked' | 'any'
}

export const crowds: readonly Crowd[] = [
  { conversations: 1, kills: 2, when: 'asked' },
  { conversations: 6, kills: 100, when: 'any' },
]

/** What the conversations say to a message that is far too long a conversation's next one. */
export type Accepted = { readonly answered: number; readonly refused: number; readonly deaths: number }

/** Kills, and then says something in each conversation, when it has grown to four times its window. */
export async function killOver({ conversations, kills, when }: Crowd): Promise<Accepted> {
  const server = await startServer()
  const storage = await openPostgres(server.url)
  const file = await inOneFile('engine-crowd')
  const ids = Array.from({ length: conversations }, () => randomUUID())
  for (const id of ids) await fill(storage, id, 0.6)
  for (let kill = 0; kill < kills; kill++) {
    await killOnce([file, server.url, ids.join(',')], when === 'asked' ? conversations : kill % (conversations + 1))
    await storage.maintenance.endLeases()
  }
  const others = survivor(storage)
  await others.inherit(() => [])
  const store = storage.as(localOwner)
  const jobs = (await Promise.all(ids.map(id => store.compactions.list(id)))).flat()
  let answered = 0
  for (const id of ids) {
    await fill(storage, id, 4)
    await others.send(id, randomUUID(), line('Hello', id, 'after'))
    if ((await store.turns.latest(id))?.status === 'done') answered++
  }
  await others.close()
  await storage.close()
  await server.stop()
  return { answered, refused: ids.length - answered, deaths: jobs.reduce((sum, job) => sum + job.deaths, 0) }
}

/** Kills it when it has asked for so many summaries, or a moment after. */
async function killOnce([file, ...args]: readonly [string, ...string[]], summaries: number): Promise<void> {
  const child = fork(file, args, { execArgv: [] })
  const exited = once(child, 'exit')
  let asked = 0
  await new Promise<void>(resolve => {
    child.on('exit', () => resolve())
    child.on('message', word => {
      if (word === 'asked') asked++
      if (asked >= summaries) resolve()
    })
  })
  await sleep(Math.random() * 50)
  child.kill('SIGKILL')
  await exited
}

async function fill(storage: Storage, id: string, share: number): Promise<void> {
  const store = storage.as(localOwner)
  await store.conversations.create({ id })
  const said = (mark: string): Message => ({ role: 'user', parts: [{ type: 'text', text: line('Day', id, mark) }] })
  const count = lettersMeter.count(said('00'))
  const entries = Array.from({ length: Math.ceil((share * window) / count) }, (_, at) => {
    const message = said(`${share} ${at}`)
    return { type: 'message', id: randomUUID(), message, count: lettersMeter.count(message) } as const
  })
  await store.entries.append(id, entries)
}

export const crowdTable = (found: readonly (readonly [Crowd, Accepted])[]): string =>
  table(
    ['conversations', 'kills', 'killed', 'deaths counted', 'then answered', 'refused'],
    found.map(([{ conversations, kills, when }, { answered, refused, deaths }]) => [
      ...[conversations, kills, when === 'asked' ? 'while a model wrote' : 'at any moment'],
      ...[deaths, answered, refused],
    ]),
  )
