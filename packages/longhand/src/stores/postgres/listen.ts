import type { Client } from 'pg'
import type { Notifier } from '../notifier.ts'
import { loadDriver } from './driver.ts'

/** Listens for changes on a separate connection, and reconnects whenever it breaks. */
export async function listen(url: string, notifier: Notifier): Promise<{ close(): Promise<void> }> {
  const pg = await loadDriver()
  let client: Client | null = null
  let timer: NodeJS.Timeout | undefined
  let wait = firstWait
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    next.on('notification', ({ payload }) => payload !== undefined && notifier.notifyJson(payload))
    next.on('error', () => {})
    next.on('end', () => reconnect(next))
    await next.connect()
    await next.query('listen longhand')
    client = next
    wait = firstWait
  }

  function reconnect(broken: Client | null): void {
    if (closed || (broken !== null && broken !== client)) return
    client = null
    timer = setTimeout(() => {
      // Notices in between are lost: listeners have to read again.
      connect().then(
        () => notifier.notify({ type: 'missed' }),
        () => reconnect(null),
      )
    }, wait)
    wait = Math.min(wait * 2, 5_000)
  }

  await connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

const firstWait = 100
