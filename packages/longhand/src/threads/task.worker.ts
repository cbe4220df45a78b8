// A thread of the pool: runs one task after the other, as they come.
import { parentPort } from 'node:worker_threads'
import { type CutPart, cut, putBack } from '../engine/long-work/parts.ts'
import { meter } from '../tokens/meter.ts'
import type { FromWorker, TaskResult, ToWorker } from './pool.ts'
import { serialiseError } from './serialised-error.ts'
import { tasks } from './tasks.ts'

const tell = (told: FromWorker) => parentPort!.postMessage(told)

let asked: { readonly name: string; readonly input: unknown; missing: number } | null = null
let toTell: CutPart[] = []

parentPort!.on('message', (message: ToWorker) => {
  if (message.type === 'more') return tell({ type: 'part', part: toTell.shift()! })
  if (message.type === 'part') {
    putBack(asked!.input, message.part)
    asked!.missing--
  } else asked = { ...message.call, missing: message.parts }
  if (asked!.missing > 0) return
  const { name, input } = asked!
  asked = null
  const answer = answerTo(name, input)
  if (answer.type === 'failed') return tell(answer)
  const { frame, parts } = cut(answer.output)
  toTell = [...parts]
  tell({ type: 'done', output: frame, parts: parts.length })
})

function answerTo(name: string, input: unknown): TaskResult {
  try {
    return { type: 'done', output: tasks[name as keyof typeof tasks](input as never, meter) }
  } catch (error) {
    return { type: 'failed', failure: serialiseError(error) }
  }
}
