/** Seconds that a call and a summary take. Nobody waits for them really. */
const callSeconds = 6
const summarySeconds = 20

/** Real time without any call after which a library is taken to be waiting for its summary, and not at work on its own. */
const quietMs = 4_000

/** Real time that the call after a summary takes: a library works on its text meanwhile, as it can in the seconds of a real call. */
const settleMs = 2_000

/**
 * Time as a person would feel it. A summary is there some seconds after it was asked for; whoever goes on calling
 * meanwhile does not wait, and neither does a person who reads.
 */
export type SummaryClock = {
  readonly noteCall: () => void
  /** The person reads for half a minute. */
  readonly setReading: (state: 'reading' | 'waiting') => void
  /** Resolves when a summary that is asked for now is written, with the seconds that the library stood still for it. */
  readonly summary: (mode: 'blocking' | 'background') => Promise<number>
  /** Resolves when a library has had time to work on the summary that came last. */
  readonly settled: () => Promise<void>
}

export function createSummaryClock(): SummaryClock {
  let now = 0
  let lastCall = performance.now()
  let reading = false
  let settledAt = 0
  return {
    noteCall: () => {
      now += callSeconds
      lastCall = performance.now()
    },
    setReading: state => {
      reading = state === 'reading'
      if (reading) now += 30
    },
    summary: async mode => {
      const due = now + summarySeconds
      if (mode === 'background') {
        const asked = performance.now()
        while (now < due && performance.now() - Math.max(asked, lastCall) < quietMs) await pause(20)
      }
      // Summaries that are asked for together are one wait.
      else await pause(15)
      const waited = reading ? 0 : Math.max(0, due - now)
      now = Math.max(now, due)
      if (mode === 'background') settledAt = performance.now() + settleMs
      return waited
    },
    settled: () => pause(Math.max(0, settledAt - performance.now())),
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
