import { Worker } from 'node:worker_threads'
import { LonghandError } from '../core/errors.ts'
import { errorFrom, type Failure } from './failure.ts'

/** What a thread is asked, and what it answers. */
export type Call = { readonly name: string; readonly input: unknown }
export type Answer =
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'failed'; readonly failure: Failure }

/** A few threads that run tasks, each one at a time; further tasks wait in line. */
export type Pool = {
  readonly run: (call: Call) => Promise<unknown>
  /** Ends the threads; what they were running fails. */
  readonly close: () => Promise<void>
}

export type PoolOptions = {
  /** The file that each thread runs: it answers every `Call` with one `Answer`. */
  readonly file: URL
  readonly maxThreads: number
  /** How much a thread may keep in its heap before it is ended and its task fails. */
  readonly maxMemoryMb: number
  /** How long a task may run before its thread is ended and it fails. */
  readonly timeoutMs: number
  /** How long a thread waits for its next task before it ends. */
  readonly idleMs: number
}

export function createPool(options: PoolOptions): Pool {
  const waiting: Task[] = []
  const threads = new Set<Thread>()

  const next = () => {
    if (waiting.length === 0) return
    const idle = [...threads].find(thread => thread.isIdle())
    const thread = idle ?? (threads.size < options.maxThreads ? start() : null)
    thread?.run(waiting.shift()!)
  }
  const start = () => {
    const thread = startThread(options, {
      onIdle: next,
      onEnd: () => {
        threads.delete(thread)
        next()
      },
    })
    threads.add(thread)
    return thread
  }
  return {
    run: call =>
      new Promise((resolve, reject) => {
        waiting.push({ call, resolve, reject })
        next()
      }),
    async close() {
      const closed = new LonghandError('cancelled', 'The process is ending. Try again when it is back.')
      for (const { reject } of waiting.splice(0)) reject(closed)
      await Promise.all([...threads].map(thread => thread.end(closed)))
    },
  }
}

type Task = {
  readonly call: Call
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

type Thread = {
  readonly isIdle: () => boolean
  readonly run: (task: Task) => void
  readonly end: (error: Error) => Promise<void>
}

type ThreadEvents = { readonly onIdle: () => void; readonly onEnd: () => void }

/** One thread. Between tasks it keeps no process from ending, and after a while it ends itself. */
function startThread({ file, maxMemoryMb, timeoutMs, idleMs }: PoolOptions, { onIdle, onEnd }: ThreadEvents): Thread {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } })
  let task: Task | null = null
  let timer: NodeJS.Timeout | undefined

  const end = async (error: Error) => {
    clearTimeout(timer)
    task?.reject(error)
    task = null
    onEnd()
    await worker.terminate()
  }
  worker.on('message', (answer: Answer) => {
    // It answered just as it was ended.
    if (task === null) return
    const { resolve, reject } = task
    task = null
    clearTimeout(timer)
    timer = setTimeout(() => void end(new Error('It was idle.')), idleMs).unref()
    worker.unref()
    if (answer.type === 'done') resolve(answer.output)
    else reject(errorFrom(answer.failure))
    onIdle()
  })
  worker.on('error', (error: Error) => void end(outOfMemory(error) ?? error))
  worker.on('exit', code => void end(new Error(`A thread ended with ${code} in the middle of its task.`)))
  return {
    isIdle: () => task === null,
    run(given) {
      task = given
      clearTimeout(timer)
      worker.ref()
      timer = setTimeout(() => void end(tooSlow(timeoutMs)), timeoutMs)
      try {
        worker.postMessage(given.call)
      } catch (error) {
        void end(error as Error)
      }
    },
    end,
  }
}

const tooSlow = (timeoutMs: number) =>
  new LonghandError('timed-out', `A text took longer than ${timeoutMs / 1000} s to work through. Send a shorter one.`)

const outOfMemory = (error: NodeJS.ErrnoException): LonghandError | null =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new LonghandError('too-large', 'A text took more memory than there is to work through. Send a shorter one.')
    : null
