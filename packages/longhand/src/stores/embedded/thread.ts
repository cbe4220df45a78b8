import { Worker } from 'node:worker_threads'
import { type ErrorCode, LonghandError } from '../../core/errors.ts'
import { type ListPart, putBack } from '../../engine/long-work/parts.ts'

/** What the database's thread is asked. */
export type ThreadRequest =
  | { readonly type: 'query'; readonly id: number; readonly text: string; readonly values: unknown[] }
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'close'; readonly id: number }

/** What it tells; of a long answer, one part for each wish for more. The id of what concerns no question is 0. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answered'; readonly id: number; readonly rows: unknown[]; readonly parts: number }
  | { readonly type: 'part'; readonly id: number; readonly part: ListPart }
  | {
      readonly type: 'failed'
      readonly id: number
      readonly code: string
      readonly message: string
      readonly ours: boolean
    }
  | { readonly type: 'notice'; readonly payload: string }

/** A running database. */
export type Thread = {
  ask(asked: ThreadRequest): Promise<{ readonly rows: unknown[] }>
  /** Resolves when it has ended, by our wish or its own. */
  readonly ended: Promise<void>
  end(): Promise<void>
}

/** Starts the database in a thread of its own and answers when it is ready. */
export async function startThread(directory: string, onNotice: (payload: string) => void): Promise<Thread> {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { directory } })
  const waiting = new Map<number, Waiting>()
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let stopped: Error | null = null

  worker.on('message', (told: ThreadMessage) => {
    if (told.type === 'ready') return ready.resolve()
    if (told.type === 'notice') return onNotice(told.payload)
    if (told.type === 'failed') {
      if (told.id === 0) return ready.reject(failure(told))
      waiting.get(told.id)?.reject(failure(told))
      waiting.delete(told.id)
    } else take(told)
  })
  worker.on('error', error => stop(error as Error))
  worker.on('exit', () => stop(new LonghandError('store-unavailable', 'The database has stopped. Try again.')))

  /** The next part is asked for when this one is there: all at once they would keep everyone waiting. */
  function take(told: Extract<ThreadMessage, { type: 'answered' | 'part' }>): void {
    const asked = waiting.get(told.id)
    if (asked === undefined) return
    if (told.type === 'answered') Object.assign(asked, { rows: told.rows, missing: told.parts })
    else {
      putBack(asked.rows, told.part)
      asked.missing--
    }
    if (asked.missing > 0) worker.postMessage({ type: 'more', id: told.id } satisfies ThreadRequest)
    else {
      waiting.delete(told.id)
      asked.resolve({ rows: asked.rows })
    }
  }

  function stop(error: Error): void {
    stopped ??= error
    ready.reject(stopped)
    for (const { reject } of waiting.values()) reject(stopped)
    waiting.clear()
    ended.resolve()
  }

  await ready.promise.catch(async error => {
    await worker.terminate()
    throw error
  })
  return {
    ask: asked =>
      new Promise((resolve, reject) => {
        if (stopped !== null) return reject(stopped)
        waiting.set(asked.id, { resolve, reject, rows: [], missing: 0 })
        worker.postMessage(asked)
      }),
    ended: ended.promise,
    end: async () => {
      await worker.terminate()
    },
  }
}

type Waiting = {
  readonly resolve: (answer: { rows: unknown[] }) => void
  readonly reject: (error: Error) => void
  /** What has arrived, and how many parts have not. */
  rows: unknown[]
  missing: number
}

function failure({ code, message, ours }: Extract<ThreadMessage, { type: 'failed' }>): Error {
  return ours ? new LonghandError(code as ErrorCode, message) : Object.assign(new Error(message), { code })
}
