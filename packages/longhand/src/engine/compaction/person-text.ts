import type { TextFold } from '../../core/fold.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { FoldJob } from './fold-job.ts'
import type { FoldTools } from './fold-tools.ts'
import { countFold, type Written, withoutFiles } from './write-fold.ts'

/** C14 a text that the person wrote or edited after a preview: taken as it is, and measured like any other. */
export async function personText(job: FoldJob, tools: FoldTools, text: string): Promise<Written> {
  const { blank, span, alsoShown, tag } = withoutFiles(job)
  const staying = new Set(alsoShown.map(({ number }) => number))
  const messages = [...span, ...alsoShown].toSorted((a, b) => a.number - b.number)
  const { retention } = await taskRunner(tools)('extract', {
    messages,
    staying,
    prose: text,
    budget: 0,
    targetRetention: 0,
  })
  const fold: TextFold = { ...blank, text, tag, count: 0 }
  return {
    type: 'written',
    fold: { ...fold, count: await countFold(fold, tools) },
    method: 'summary',
    model: null,
    retention,
    calls: 0,
    usage: [],
    gates: [],
  }
}
