import type { Notifier } from '../notifier.ts'
import { caller, type Sql } from './call.ts'

type Change = { readonly owner: string; readonly conversation: string; readonly version: number }

/** Polls for changes every half second, where listening is not possible. */
export function poll(sql: Sql, notifier: Notifier): { close(): Promise<void> } {
  const call = caller(sql)
  const seen = new Map<string, number>()
  let since: number | null = null
  let closed = false

  async function check(): Promise<void> {
    const { now, changed } = await call<{ now: number; changed: readonly Change[] }>(
      'changes',
      since ?? Date.now() - overlap,
    )
    for (const change of changed) {
      if (since !== null && seen.get(change.conversation) !== change.version) {
        // The kind of change is not stored; it is reported as a change of entries.
        notifier.notify({ type: 'changed', ...change, topic: 'entries' })
      }
      seen.set(change.conversation, change.version)
    }
    since = now - overlap
    const recent = new Set(changed.map(({ conversation }) => conversation))
    for (const id of seen.keys()) if (!recent.has(id)) seen.delete(id)
  }

  async function loop(): Promise<void> {
    while (!closed) {
      const failed = await check().then(
        () => false,
        () => true,
      )
      if (failed) notifier.notify({ type: 'missed' })
      await new Promise(resolve => setTimeout(resolve, failed ? 2_000 : 500).unref())
    }
  }
  const running = loop()
  return {
    close: async () => {
      closed = true
      await running
    },
  }
}

/** A change is dated before it is committed: what began earlier may still appear. */
const overlap = 5_000
