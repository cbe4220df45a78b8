import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Engine } from 'longhand/internal/engine'
import type { LiveFeed } from '../live/live-feed.ts'
import type { Metrics } from './metrics.ts'

/** Gauges that are read on demand. */
export type Gauges = {
  /** All metrics, as Prometheus reads them. */
  text(): Promise<string>
  close(): void
}

/** The sampling interval of the event loop delay, in milliseconds. */
const resolution = 10

/** The sizes of storage are slow to compute, and change slowly. */
const sizesMs = 5 * 60_000

export function createGauges(
  metrics: Metrics,
  { storage, clock, activeTurns, activeCompactions }: Engine,
  live: LiveFeed,
): Gauges {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const busy = trackBusyTime()
  let sizedAt = Number.NEGATIVE_INFINITY
  const readSizes = async () => {
    if (clock.now() - sizedAt < sizesMs) return
    sizedAt = clock.now()
    const sizes = await storage.maintenance.sizes()
    metrics.owners.set(sizes.length)
    metrics.storage.set(sizes.reduce((sum, { bytes }) => sum + bytes, 0))
    for (let rank = 1; rank <= 5; rank++) metrics.largest.set({ rank: String(rank) }, sizes[rank - 1]?.bytes ?? 0)
  }
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3)
  metrics.started.set(Math.round(Date.now() / 1000 - process.uptime()))
  return {
    async text() {
      metrics.feeds.set(live.count())
      metrics.running.set({ work: 'answers' }, activeTurns.size)
      metrics.running.set({ work: 'compactions' }, activeCompactions.size)
      metrics.delayMedian.set(late(delay.percentile(50)))
      metrics.delayP99.set(late(delay.percentile(99)))
      metrics.delayMax.set(late(delay.max))
      delay.reset()
      metrics.busyMax.set(busy.takeLongest())
      metrics.memory.set(process.memoryUsage.rss())
      const { user, system } = process.cpuUsage()
      metrics.cpu.reset()
      metrics.cpu.inc((user + system) / 1e6)
      // Metrics are needed most when storage is down.
      await readSizes().catch(() => null)
      return metrics.registry.metrics()
    },
    close() {
      delay.disable()
      busy.close()
    },
  }
}

/** The CPU time of the thread between two samples: unlike a delay, it does not grow with the load of the machine. */
function trackBusyTime() {
  let longest = 0
  let last = computed()
  const timer = setInterval(() => {
    const now = computed()
    longest = Math.max(longest, now - last)
    last = now
  }, resolution).unref()
  return {
    /** The longest since the last call, in seconds. */
    takeLongest() {
      const taken = longest
      longest = 0
      return taken
    },
    close: () => clearInterval(timer),
  }
}

function computed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}
