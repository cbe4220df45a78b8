import { setTimeout as sleep } from 'node:timers/promises'
import type { Notifier } from '../notifier.ts'
import { caller, type Sql } from './call.ts'

type Change = { readonly owner: string; readonly conversation: string; readonly version: number }

export type PollOptions = { readonly everyMs: number; readonly onFailure?: () => void }

/** Polls for changes that were not announced. What a failed poll has not seen, the next one does. */
export function poll(
  sql: Sql,
  notifier: Notifier,
  { everyMs, onFailure = () => {} }: PollOptions,
): { close(): Promise<void> } {
  const call = caller(sql)
  const seen = new Map<string, number>()
  let since: number | null = null
  const closing = new AbortController()
  const end = notifier.subscribe(notice => {
    if (notice.type === 'changed') seen.set(notice.conversation, notice.version)
  })

  async function check(): Promise<void> {
    const { now, changed } = await call<{ now: number; changed: readonly Change[] }>(
      'changes',
      since ?? Date.now() - overlap,
    )
    for (const change of changed) {
      if (since !== null && (seen.get(change.conversation) ?? 0) < change.version) {
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
    while (!closing.signal.aborted) {
      const failed = await check().then(
        () => false,
        () => true,
      )
      if (failed) onFailure()
      const ms = failed ? Math.max(2_000, everyMs) : everyMs
      await sleep(ms, null, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    close: async () => {
      end()
      closing.abort()
      await running
    },
  }
}

/** A change is dated before it is committed: what began earlier may still appear. */
const overlap = 5_000
