import { LonghandError } from '../../core/errors.ts'
import type { Sql } from '../postgres/call.ts'
import type { Thread } from './thread.ts'

/** A database that is restarted at the next query when its thread has ended. */
export async function keepRunning(
  start: () => Promise<Thread>,
  onRestart: () => void,
): Promise<Sql & { close(): Promise<void> }> {
  let thread: Promise<Thread> | null = watch(start())
  let last = 0
  let closed = false
  await thread

  function watch(starting: Promise<Thread>): Promise<Thread> {
    const forget = () => {
      if (thread === starting) thread = null
    }
    starting.then(({ ended }) => ended.then(forget), forget)
    return starting
  }

  async function running(): Promise<Thread> {
    if (closed) throw new LonghandError('store-unavailable', 'The database was closed.')
    if (thread === null) {
      thread = watch(start())
      // Notices in between are lost.
      thread.then(onRestart, () => {})
    }
    return thread
  }

  return {
    takesChunks: true,
    query: async <Row>(text: string, values: unknown[] = []) => {
      const { send } = await running()
      return (await send({ type: 'query', id: ++last, text, values })) as { rows: Row[] }
    },
    close: async () => {
      const open = thread
      closed = true
      thread = null
      const { send, end } = (await open?.catch(() => null)) ?? {}
      await send?.({ type: 'close', id: ++last }).catch(() => {})
      await end?.()
    },
  }
}
