import type { Clock } from '../engine/ports/clock.ts'

/** A clock on which hours pass in moments: time jumps to the next sleeper when everyone else has come to rest. */
export type VirtualClock = Clock & {
  /** Lets time pass until the work is done. */
  run<T>(work: Promise<T>): Promise<T>
}

type Sleeper = { readonly at: number; readonly wake: () => void }

export function createVirtualClock(start = 0): VirtualClock {
  let now = start
  const sleepers = new Set<Sleeper>()
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve()
      const sleeper: Sleeper = {
        at: now + ms,
        wake: () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', sleeper.wake)
          resolve()
        },
      }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', sleeper.wake)
    })
  return {
    now: () => now,
    sleep,
    async run(work) {
      let over = false
      const done = work.finally(() => {
        over = true
      })
      while (!over) {
        await quiet()
        if (over) break
        const next = [...sleepers].reduce<Sleeper | null>(
          (first, one) => (first === null || one.at < first.at ? one : first),
          null,
        )
        if (next === null) continue
        now = Math.max(now, next.at)
        next.wake()
      }
      return done
    },
  }
}

/**
 * What is under way in memory needs a few turns of the event loop to come to rest. Long work that makes way for others goes
 * on when a real timer fires, so those are waited for, within reason.
 */
async function quiet(): Promise<void> {
  for (let round = 0; round < maxPauses; round++) {
    for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve))
    if (!process.getActiveResourcesInfo().includes('Timeout')) return
    await new Promise(resolve => setTimeout(resolve))
  }
}

const maxPauses = 100
