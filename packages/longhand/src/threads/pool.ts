import { Worker } from 'node:worker_threads'
import { LonghandError } from '../core/errors.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { type CutPart, cutAtPace, putBack } from '../engine/long-work/parts.ts'
import { deserialiseError, type SerialisedError } from './serialised-error.ts'

/** A task for a thread, and its result. */
export type TaskCall = { readonly name: string; readonly input: unknown }
export type TaskResult =
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'failed'; readonly failure: SerialisedError }

/** What is sent to a thread: a call, the missing parts of its input, and requests for the next part of its output. */
export type ToWorker =
  | { readonly type: 'call'; readonly call: TaskCall; readonly parts: number }
  | { readonly type: 'part'; readonly part: CutPart }
  | { readonly type: 'more' }

/** What it sends back: one part of its output per request, so that they never arrive all at once. */
export type FromWorker =
  | { readonly type: 'done'; readonly output: unknown; readonly parts: number }
  | { readonly type: 'failed'; readonly failure: SerialisedError }
  | { readonly type: 'part'; readonly part: CutPart }

/** A few threads that run tasks, each one at a time; further tasks wait in line. */
export type Pool = {
  readonly run: (call: TaskCall) => Promise<unknown>
  /** Stops the threads; running tasks fail. */
  readonly close: () => Promise<void>
}

export type PoolOptions = {
  /** The file that each thread runs: it answers a call once it has all of its input. */
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
      const closed = new LonghandError('cancelled', 'The process is shutting down. Try again when it is back.')
      for (const { reject } of waiting.splice(0)) reject(closed)
      await Promise.all([...threads].map(thread => thread.end(closed)))
    },
  }
}

type Task = {
  readonly call: TaskCall
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

type Thread = {
  readonly isIdle: () => boolean
  readonly run: (task: Task) => void
  readonly end: (error: Error) => Promise<void>
}

type ThreadEvents = { readonly onIdle: () => void; readonly onEnd: () => void }

/** Room for what is thrown away at once; left to itself each thread holds four times that much, for good. */
const maxYoungGenerationSizeMb = 48

/** One thread. Between tasks it does not keep the process alive, and after a while it exits. */
function startThread({ file, maxMemoryMb, timeoutMs, idleMs }: PoolOptions, { onIdle, onEnd }: ThreadEvents): Thread {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb },
  })
  let task: Task | null = null
  let arriving: { readonly output: unknown; missing: number } | null = null
  let timer: NodeJS.Timeout | undefined

  const ask = (asked: ToWorker) => worker.postMessage(asked)
  const send = async (given: Task) => {
    const pace = createPacer()
    const { frame, parts } = await cutAtPace(given.call.input, pace)
    if (task !== given) return
    ask({ type: 'call', call: { ...given.call, input: frame }, parts: parts.length })
    for (const part of parts) {
      await pace()
      if (task !== given) return
      ask({ type: 'part', part })
    }
  }
  const end = async (error: Error) => {
    clearTimeout(timer)
    task?.reject(error)
    task = null
    arriving = null
    onEnd()
    await worker.terminate()
  }
  const finish = (answer: TaskResult) => {
    const { resolve, reject } = task!
    task = null
    arriving = null
    clearTimeout(timer)
    timer = setTimeout(() => void end(new Error('The thread was idle.')), idleMs).unref()
    worker.unref()
    if (answer.type === 'done') resolve(answer.output)
    else reject(deserialiseError(answer.failure))
    onIdle()
  }
  worker.on('message', (told: FromWorker) => {
    // It answered just as it was stopped.
    if (task === null) return
    if (told.type === 'failed') return finish(told)
    if (told.type === 'done') arriving = { output: told.output, missing: told.parts }
    else {
      putBack(arriving!.output, told.part)
      arriving!.missing--
    }
    // In the next turn: what has arrived by then is all taken in this one.
    if (arriving!.missing > 0) setImmediate(ask, { type: 'more' })
    else finish({ type: 'done', output: arriving!.output })
  })
  worker.on('error', (error: Error) => void end(outOfMemory(error) ?? error))
  worker.on('exit', code => void end(new Error(`A thread exited with ${code} in the middle of a task.`)))
  return {
    isIdle: () => task === null,
    run(given) {
      task = given
      clearTimeout(timer)
      worker.ref()
      timer = setTimeout(() => void end(tooSlow(timeoutMs)), timeoutMs)
      send(given).catch(error => end(error))
    },
    end,
  }
}

const tooSlow = (timeoutMs: number) =>
  new LonghandError('timed-out', `Processing a text took longer than ${timeoutMs / 1000} s. Send a shorter one.`)

const outOfMemory = (error: NodeJS.ErrnoException): LonghandError | null =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new LonghandError('too-large', 'Processing a text took more memory than there is. Send a shorter one.')
    : null
