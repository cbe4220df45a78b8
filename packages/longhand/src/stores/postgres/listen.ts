import type { Client } from 'pg'
import type { Notifier } from '../notifier.ts'
import type { Announced, Announcer } from './announcer.ts'
import { loadDriver } from './driver.ts'

/** Listens on a separate connection for changes that others announce, and reconnects whenever it breaks. */
export async function listen(
  url: string,
  { notify }: Notifier,
  { isOwn }: Pick<Announcer, 'isOwn'>,
): Promise<{ close(): Promise<void> }> {
  const pg = await loadDriver()
  let client: Client | null = null
  let timer: NodeJS.Timeout | undefined
  let wait = firstWait
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    next.on('notification', ({ payload }) => payload !== undefined && hear(JSON.parse(payload)))
    next.on('error', () => {})
    next.on('end', () => reconnect(next))
    await next.connect()
    await next.query('listen longhand')
    client = next
    wait = firstWait
  }

  function hear(change: Announced): void {
    // What this process changed it has heard of already.
    if (!isOwn(change)) notify({ type: 'changed', ...change })
  }

  function reconnect(broken: Client | null): void {
    if (closed || (broken !== null && broken !== client)) return
    client = null
    timer = setTimeout(() => {
      // Notices in between are lost: listeners have to read again.
      connect().then(
        () => notify({ type: 'missed' }),
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
