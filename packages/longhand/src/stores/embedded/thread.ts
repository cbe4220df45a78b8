import { Worker } from 'node:worker_threads'
import { type ErrorCode, LonghandError } from '../../core/errors.ts'
import { type CutPart, putBack } from '../../engine/long-work/parts.ts'

/** A request to the database's thread. */
export type ThreadRequest =
  | { readonly type: 'query'; readonly id: number; readonly text: string; readonly values: unknown[] }
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'close'; readonly id: number }

/** What the thread sends; of a long answer, one part for each `more`. The id 0 belongs to no request. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answered'; readonly id: number; readonly rows: unknown[]; readonly parts: number }
  | { readonly type: 'part'; readonly id: number; readonly part: CutPart }
  | {
      readonly type: 'failed'
      readonly id: number
      readonly code: string
      readonly message: string
      readonly ours: boolean
    }

/** A running database. */
export type Thread = {
  send(request: ThreadRequest): Promise<{ readonly rows: unknown[] }>
  /** Resolves when it has ended, whether it was ended or ended itself. */
  readonly ended: Promise<void>
  end(): Promise<void>
}

/** Starts the database in its own thread; resolves when it is ready. */
export async function startThread(directory: string): Promise<Thread> {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { directory } })
  const waiting = new Map<number, Waiting>()
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let stopped: Error | null = null

  worker.on('message', (message: ThreadMessage) => {
    if (message.type === 'ready') return ready.resolve()
    if (message.type === 'failed') {
      if (message.id === 0) return ready.reject(failure(message))
      waiting.get(message.id)?.reject(failure(message))
      waiting.delete(message.id)
    } else take(message)
  })
  worker.on('error', error => stop(error as Error))
  worker.on('exit', () => stop(new LonghandError('store-unavailable', 'The database has stopped. Try again.')))

  /** The next part is requested in the next turn: those that have arrived by then are all taken in this one. */
  function take(message: Extract<ThreadMessage, { type: 'answered' | 'part' }>): void {
    const pending = waiting.get(message.id)
    if (pending === undefined) return
    if (message.type === 'answered') Object.assign(pending, { rows: message.rows, missing: message.parts })
    else {
      putBack(pending.rows, message.part)
      pending.missing--
    }
    if (pending.missing > 0)
      setImmediate(() => worker.postMessage({ type: 'more', id: message.id } satisfies ThreadRequest))
    else {
      waiting.delete(message.id)
      pending.resolve({ rows: pending.rows })
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
    send: request =>
      new Promise((resolve, reject) => {
        if (stopped !== null) return reject(stopped)
        waiting.set(request.id, { resolve, reject, rows: [], missing: 0 })
        worker.postMessage(request)
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
