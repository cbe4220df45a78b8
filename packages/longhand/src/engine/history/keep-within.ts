import type { Message } from '../../core/message.ts'
import type { WindowStatus } from '../../core/window.ts'
import { type FoldJob, type FoldTools, writeFold } from '../compaction/write-fold.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { CompactionState, FoldPlan, HistoryOptions, Kept } from './history.ts'
import type { HistoryInput, HistoryText } from './history-tasks.ts'

/** How a history is to be kept within its window, and who writes summaries. */
export type Keeping = FoldTools & HistoryOptions

export type Within<Shown = readonly Message[]> = {
  /** What to send to the model. */
  readonly view: Shown
  readonly state: CompactionState | null
  readonly status: WindowStatus
  /** The compaction that was made just now; null when none was needed, or none could be made. */
  readonly compacted: { readonly before: number; readonly after: number; readonly retention: number } | null
}

/** The view of a conversation, compacted when its window asks for it. A summary that fails leaves everything as it was. */
export async function keepWithin(kept: Kept, keeping: Keeping): Promise<Within> {
  const run = taskRunner(keeping)
  const options = optionsOf(keeping)
  return keep(keeping, kept.state, {
    decide: rest => run('decideHistory', { kept, options, ...rest }),
    fold: written => run('foldHistory', { kept, options, ...written }),
  })
}

/** The same for a history that is still JSON, with the view in pieces of JSON: nothing of it is held here as values. */
export async function keepTextWithin(history: HistoryText, keeping: Keeping): Promise<Within<readonly string[]>> {
  const run = taskRunner(keeping)
  const options = optionsOf(keeping)
  return keep(keeping, history.state, {
    decide: rest => run('decideHistoryText', { ...history, options, ...rest }),
    fold: written => run('foldHistoryText', { ...history, options, ...written }),
  })
}

type Steps<Shown> = {
  readonly decide: (rest: Pick<HistoryInput, 'rest'>) => Promise<Decided<Shown>>
  readonly fold: (
    written: Pick<HistoryInput, 'plan' | 'folds'>,
  ) => Promise<{ readonly view: Shown; readonly state: CompactionState; readonly status: WindowStatus }>
}

type Decided<Shown> =
  | { readonly type: 'rest'; readonly view: Shown; readonly status: WindowStatus }
  | { readonly type: 'fold'; readonly status: WindowStatus; readonly plan: FoldPlan; readonly jobs: readonly FoldJob[] }

async function keep<Shown>(
  tools: FoldTools,
  state: CompactionState | null,
  { decide, fold }: Steps<Shown>,
): Promise<Within<Shown>> {
  const asItIs = (decided: Extract<Decided<Shown>, { type: 'rest' }>) => {
    return { view: decided.view, state, status: decided.status, compacted: null }
  }
  const decided = await decide({})
  if (decided.type === 'rest') return asItIs(decided)
  const written = await Promise.all(decided.jobs.map(job => writeFold(job, tools)))
  const folds = written.flatMap(one => (one.type === 'written' ? [one.fold] : []))
  if (folds.length < written.length)
    return asItIs((await decide({ rest: 'always' })) as Extract<Decided<Shown>, { type: 'rest' }>)
  const folded = await fold({ plan: decided.plan, folds })
  const retention = written.reduce(
    (lowest, one) => Math.min(lowest, one.type === 'written' ? one.retention.share : 0),
    Number.POSITIVE_INFINITY,
  )
  return { ...folded, compacted: { before: decided.status.used, after: folded.status.used, retention } }
}

/** What of the wishes is plain data, and can be sent to a thread. */
const optionsOf = ({ policy, room, ratio, overhead, by, instructions }: Keeping): HistoryOptions => ({
  policy,
  room,
  ...(ratio === undefined ? {} : { ratio }),
  ...(overhead === undefined ? {} : { overhead }),
  ...(by === undefined ? {} : { by }),
  ...(instructions === undefined ? {} : { instructions }),
})
