import { activeFolds } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Fold } from '../../core/fold.ts'
import type { CompactionJob, Compactions } from '../../engine/ports/store-compactions.ts'
import type { Fence, Lease } from '../../engine/ports/store-turns.ts'
import { checkEntries } from '../check-entries.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { endCrashLoops, hasDiedOf, isSilent, shortenLeases } from './leases.ts'
import { copy, frozen, isLive, type MemoryJob, type MemoryState, type Tree, touch, treeOf } from './memory-state.ts'
import { branchAt, sourceOf } from './tree.ts'
import { write } from './write.ts'

export function compactions(state: MemoryState, owner: string): Compactions {
  /** The job of a fence that stands, or null. */
  const held = ({ conversation, id, attempt }: Fence) => {
    const tree = treeOf(state, owner, conversation)
    const job = tree.jobs.find(each => each.id === id && each.attempt === attempt && each.status === 'running')
    return job === undefined ? null : { tree, job }
  }
  /** Changes the job of a fence that stands. */
  const update = (fence: Fence, change: Partial<MemoryJob>) => {
    const found = held(fence)
    if (found !== null) Object.assign(found.job, copy(change))
    return found
  }
  const updateAndNotify = (fence: Fence, change: Partial<MemoryJob>): boolean => {
    const found = update(fence, change)
    if (found !== null) touch(state, found.tree, 'compaction')
    return found !== null
  }
  return {
    request: async (conversation, { id, base, span, plan, words = 'model', cooldownMs = 0 }) => {
      const tree = treeOf(state, owner, conversation)
      endCrashLoops(state, tree)
      const known = tree.jobs.find(job => job.id === id)
      if (known !== undefined) return { type: 'requested', job: publicJob(known) }
      const live = tree.jobs.find(isLive)
      if (live !== undefined && stillHolds(tree, live)) return { type: 'live', job: publicJob(live) }
      if (live !== undefined) cancel(state, live, 'stale')
      const last = tree.jobs.reduce(
        (newest, { status, endedAt }) => (status === 'done' ? Math.max(newest, endedAt!) : newest),
        -cooldownMs,
      )
      const waitMs = last + cooldownMs - state.now()
      // More than all of it is left only when the clock was set back.
      if (waitMs > 0 && waitMs <= cooldownMs) return { type: 'cooling-down', waitMs }
      if (!stillHolds(tree, { base, span })) return { type: 'stale' }
      const newest = tree.jobs.at(-1)
      // A job that replaces a cancelled one of its kind keeps its count of crashes.
      const deaths = newest?.status === 'cancelled' && newest.words === words ? newest.deaths : 0
      // The newest is the last one requested, whatever the clock does. An import may contain any time.
      const after = newest !== undefined && newest.at < state.now() + day ? newest.at + 1 : 0
      const at = Math.max(state.now(), after)
      const { line, depth } = base.place
      const planned = { base: { ...base, place: { line, depth } }, span, plan, words }
      const job: MemoryJob = copy({ ...blank, id, conversation, ...planned, deaths, at })
      tree.jobs.push(job)
      touch(state, tree, 'compaction')
      return { type: 'requested', job: publicJob(job) }
    },
    claim: async (conversation, lease) => {
      const job = takeJob(state, treeOf(state, owner, conversation), ['pending', 'ready'], lease)
      return job && publicJob(job)
    },
    beat: async (fence, { ms }, now) =>
      update(fence, { leaseUntil: state.now() + ms, waiting: now === 'waiting' }) === null ? 'lost' : 'held',
    draft: async (fence, draft) => update(fence, { draft }) !== null,
    park: async (fence, draft) => updateAndNotify(fence, { draft, status: 'ready', worker: null }),
    release: async fence => updateAndNotify(fence, { status: 'pending', worker: null }),
    finish: async (fence, draft, receipt) => {
      const found = held(fence)
      if (found === null) return { type: 'lost' }
      const { tree, job } = found
      if (!stillHolds(tree, job)) {
        cancel(state, job, 'stale')
        touch(state, tree, 'compaction')
        return { type: 'stale' }
      }
      saveCheckpoint(state, tree, { label: `Before condensing ${draft.version}`, kind: 'before-compaction' })
      const appended = write(state, tree, checkEntries([{ ...draft, id: job.id }]))
      Object.assign(job, { status: 'done', reason: null, endedAt: state.now(), receipt: copy(receipt) })
      return copy({ type: 'done', job: publicJob(job), appended })
    },
    end: async (fence, status, reason) => updateAndNotify(fence, { status, reason, endedAt: state.now() }),
    cancel: async conversation => {
      const tree = treeOf(state, owner, conversation)
      const live = tree.jobs.find(isLive)
      if (live === undefined) return false
      cancel(state, live, 'cancelled')
      touch(state, tree, 'compaction')
      return true
    },
    get: async (conversation, id) => {
      const job = treeOf(state, owner, conversation).jobs.find(each => each.id === id)
      if (job === undefined) throw new LonghandError('not-found', 'No such compaction.')
      return publicJob(job)
    },
    list: async (conversation, { limit = 100 } = {}) =>
      treeOf(state, owner, conversation)
        .jobs.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(publicJob),
  }
}

/** Takes a job that waits in one of these states, or one whose worker went silent. */
export function takeJob(
  state: MemoryState,
  tree: Tree,
  waiting: readonly CompactionJob['status'][],
  { worker, ms }: Lease,
) {
  shortenLeases(state, tree, ms)
  endCrashLoops(state, tree)
  const job = tree.jobs.find(each => waiting.includes(each.status) || isSilent(state, each))
  if (job === undefined) return null
  const deaths = job.deaths + (job.worker !== worker && hasDiedOf(state, job) ? 1 : 0)
  const taken = { status: 'running', waiting: false, worker, attempt: job.attempt + 1, deaths }
  Object.assign(job, { ...taken, leaseUntil: state.now() + ms })
  touch(state, tree, 'compaction')
  return job
}

/** The job as others see it. What is in it is replaced and never changed, so that it can be shared: a text may be long. */
export const publicJob = ({ leaseUntil, waiting, ...job }: MemoryJob): CompactionJob => frozen(job)

/** Whether what a compaction was planned on still holds. What was written after its span does not matter. */
function stillHolds(tree: Tree, { base, span }: Pick<CompactionJob, 'base' | 'span'>): boolean {
  const { head, epoch } = tree
  const branch = branchAt(tree, head).map(({ entry }) => entry)
  const planned = branch.find(({ id }) => id === base.compaction)
  const texts = sameTexts(activeFolds(branch), planned?.type === 'compaction' ? planned.folds : [])
  const here = sourceOf(tree, { line: head.line, depth: span.to })
  const there = sourceOf(tree, { line: base.place.line, depth: span.to })
  return texts && epoch === base.epoch && head.depth >= span.to && here === there
}

/** Trimming a tool output removes no text. */
function sameTexts(a: readonly Fold[], b: readonly Fold[]): boolean {
  const texts = (folds: readonly Fold[]) => JSON.stringify(folds.filter(({ type }) => type !== 'trim'))
  return texts(a) === texts(b)
}

/** A job that is cancelled after its worker crashed counts the crash. */
function cancel(state: MemoryState, job: MemoryJob, reason: string): void {
  if (hasDiedOf(state, job)) job.deaths++
  Object.assign(job, { status: 'cancelled', reason, endedAt: state.now() })
}

const day = 24 * 60 * 60 * 1000

const blank = {
  status: 'pending',
  words: 'model',
  waiting: false,
  attempt: 0,
  deaths: 0,
  worker: null,
  draft: null,
  receipt: null,
  reason: null,
  endedAt: null,
  leaseUntil: 0,
} as const
