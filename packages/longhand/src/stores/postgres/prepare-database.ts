import { LonghandError } from '../../core/errors.ts'
import { storeError } from './store-error.ts'

/** A database on its way to be ready. */
export type Preparation = {
  /** Throws why it is not ready yet. */
  check(): void
  close(): Promise<void>
}

type Prepared = { close(): Promise<void> }

const firstWaitMs = 250
const longestWaitMs = 5_000

/** Prepares a database. One that is away is tried again, ever more slowly, when that is wanted; a mistake is told at once. */
export async function prepareDatabase(prepare: () => Promise<Prepared>, away: 'fail' | 'wait'): Promise<Preparation> {
  let prepared: Prepared | null = null
  let failure: Error | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function attempt(): Promise<void> {
    try {
      prepared = await prepare()
      failure = null
    } catch (error) {
      failure = storeError(error)
    }
  }
  let trying = attempt()

  function retryIn(ms: number): void {
    timer = setTimeout(async () => {
      trying = attempt()
      await trying
      if (failure !== null && !isClosed) retryIn(Math.min(ms * 2, longestWaitMs))
    }, ms)
  }

  await trying
  if (failure !== null && (away === 'fail' || !isAway(failure))) throw failure
  if (failure !== null) retryIn(firstWaitMs)
  return {
    check() {
      if (failure !== null) throw failure
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await trying
      await prepared?.close()
    },
  }
}

/** Whether waiting can help: a wrong password or name of a database does not change by itself. */
const isAway = (error: Error): boolean =>
  error instanceof LonghandError &&
  error.code === 'store-unavailable' &&
  !/^(28|3D)/.test(String(error.details.database))
