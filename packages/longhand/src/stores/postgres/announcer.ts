import { randomUUID } from 'node:crypto'
import type { Change } from '../notifier.ts'
import type { Sql } from './call.ts'

/** A change as other processes hear of it: with the process that made it. */
export type Announced = Change & { readonly from?: string }

/** Announces what this process changes to the others. */
export type Announcer = {
  announce(change: Change): void
  /** Whether this process has announced it. */
  isOwn(change: Announced): boolean
  /** Sends what is left, once. */
  close(): Promise<void>
}

/** How long changes wait for others after an announcement; the first one waits for none. */
const togetherMs = 200

const retryMs = 1_000

/**
 * Announces changes right after their commits, many in one statement. It writes nothing, so that it waits for no disk, and
 * nobody waits for it. What is lost when this process dies in between, others find when they look for changes.
 */
export function createAnnouncer(sql: Sql): Announcer {
  const from = randomUUID()
  /** The newest change of each kind. */
  let waiting = new Map<string, Announced>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null

  async function send(): Promise<void> {
    const changes = waiting
    waiting = new Map()
    try {
      const payloads = [...changes.values()].map(change => JSON.stringify(change))
      await sql.query(`select pg_notify('longhand', change) from unnest($1::text[]) change`, [payloads])
      sendIn(togetherMs)
    } catch {
      waiting = new Map([...changes, ...waiting])
      sendIn(retryMs)
    }
  }

  function sendIn(ms: number): void {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.size > 0) start()
    }, ms).unref()
  }

  function start(): void {
    sending = send().finally(() => {
      sending = null
    })
  }

  return {
    announce(change) {
      waiting.set(`${change.conversation} ${change.topic}`, { ...change, from })
      if (timer === undefined && sending === null) start()
    },
    isOwn: change => change.from === from,
    async close() {
      clearTimeout(timer)
      await sending
      clearTimeout(timer)
      if (waiting.size > 0) await send()
      clearTimeout(timer)
    },
  }
}
