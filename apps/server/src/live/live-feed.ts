import type { LiveNotice } from 'longhand/client'

/** Notifies open screens of changes, each owner only of their own conversations. */
export type LiveFeed = {
  publish(owner: string, notice: LiveNotice): void
  subscribe(owner: string, gone: AbortSignal): AsyncIterable<LiveNotice>
  /** How many feeds are open, of one owner or of all. */
  count(owner?: string): number
  /** Closes every feed: screens reconnect and load what they may have missed. */
  closeAll(): void
}

/** A screen that lags further behind than this is disconnected and reloads instead. */
const maxQueued = 1_000

export function createLiveFeed(): LiveFeed {
  const listeners = new Set<Listener>()
  return {
    publish(owner, notice) {
      for (const listener of listeners) if (listener.owner === owner) listener.push(notice)
    },
    async *subscribe(owner, gone) {
      const listener = createListener(owner)
      listeners.add(listener)
      gone.addEventListener('abort', listener.end)
      try {
        yield* listener.notices()
      } finally {
        listeners.delete(listener)
      }
    },
    count: owner => (owner === undefined ? listeners.size : countIf(listeners, one => one.owner === owner)),
    closeAll() {
      for (const listener of listeners) listener.end()
    },
  }
}

const countIf = <T>(all: Iterable<T>, test: (one: T) => boolean): number => [...all].filter(test).length

type Listener = ReturnType<typeof createListener>

function createListener(owner: string) {
  const waiting: LiveNotice[] = []
  let ended = false
  let wake = () => {}
  const end = () => {
    ended = true
    wake()
  }
  return {
    owner,
    end,
    push(notice: LiveNotice) {
      waiting.push(notice)
      if (waiting.length > maxQueued) end()
      wake()
    },
    async *notices(): AsyncIterable<LiveNotice> {
      for (;;) {
        if (ended) return
        const notice = waiting.shift()
        if (notice !== undefined) yield notice
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    },
  }
}
