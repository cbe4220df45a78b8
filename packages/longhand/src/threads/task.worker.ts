// A thread of the pool: runs one task after the other, as they come.
import { parentPort } from 'node:worker_threads'
import { meter } from '../tokens/meter.ts'
import { failureFrom } from './failure.ts'
import type { Answer, Call } from './pool.ts'
import { tasks } from './tasks.ts'

parentPort!.on('message', ({ name, input }: Call) => parentPort!.postMessage(answer(name, input)))

function answer(name: string, input: unknown): Answer {
  try {
    return { type: 'done', output: tasks[name as keyof typeof tasks](input as never, meter) }
  } catch (error) {
    return { type: 'failed', failure: failureFrom(error) }
  }
}
