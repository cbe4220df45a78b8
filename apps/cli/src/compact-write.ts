import { randomUUID } from 'node:crypto'
import {
  type Blank,
  type Branch,
  foldBudget,
  LonghandError,
  type MessageEntry,
  messagesOf,
  type Plan,
  type Policy,
  type TrimFold,
  trim,
} from 'longhand'
import {
  type FoldJob,
  type FoldTools,
  type Summariser,
  systemClock,
  type WrittenFold,
  writeFold,
} from 'longhand/engine'
import { countMessage, countTokens } from 'longhand/tokens'
import { staying } from './compact-trim.ts'

export type Writing = {
  readonly branch: Branch
  readonly decision: Extract<Plan, { type: 'fold' }>
  readonly policy: Policy
  readonly window: number
  readonly trims: readonly TrimFold[]
  readonly draft: string | null
}

export type Written = Extract<WrittenFold, { type: 'written' }>

/** Writes every fold of a plan; a draft that the gates turn down fails the whole, and nothing has happened. */
export async function writeFolds(writing: Writing): Promise<readonly Written[]> {
  const { draft, decision } = writing
  const written: Written[] = []
  for (const blank of decision.blanks) {
    const job = jobOf(writing, blank)
    const fold = await writeFold(job, toolsOf(draft))
    // Too little room for a good text is said, not refused: the person chose the target.
    const last =
      fold.type === 'rejected' && fold.reason === 'facts-missing'
        ? await writeFold({ ...job, otherwise: 'truncate' }, toolsOf(draft))
        : fold
    if (last.type === 'rejected')
      throw new LonghandError('summariser-failed', `${last.sentence} The transcript is as it was.`)
    written.push(last)
  }
  return written
}

function jobOf({ branch, decision, policy, window, trims }: Writing, blank: Blank): FoldJob {
  const beside = staying(branch, decision).map(entry => trimmed(entry, trims))
  const inside = ({ depth }: MessageEntry) =>
    depth >= blank.span.from && depth <= blank.span.to && !blank.kept.includes(depth)
  const budget = foldBudget(
    policy,
    window,
    beside.reduce((sum, { count }) => sum + count, 0),
  )
  const parts = decision.blanks.length
  return {
    blank,
    span: messagesOf(branch).filter(inside),
    beside,
    previous: null,
    source: 'originals',
    instructions: null,
    warm: null,
    budget: { prose: Math.floor(budget.prose / parts), ledger: Math.floor(budget.ledger / parts) },
    tag: policy.tag,
    otherwise: 'reject',
  }
}

function trimmed(entry: MessageEntry, trims: readonly TrimFold[]): MessageEntry {
  const fold = trims.find(({ span }) => span.from === entry.depth)
  return fold === undefined ? entry : { ...entry, message: trim(entry, fold.limit), count: fold.count }
}

const toolsOf = (draft: string | null): FoldTools => ({
  summariser: draft === null ? null : answering(draft),
  meter: { count: countMessage, countText: countTokens },
  clock: systemClock,
  newFence: () => randomUUID().replaceAll('-', '').slice(0, 12),
  chance: Math.random,
  signal: new AbortController().signal,
})

/** A summariser that always gives the same answer. */
const answering = (text: string): Summariser => ({
  model: 'draft',
  window: Number.MAX_SAFE_INTEGER,
  summarise: async () => ({ type: 'answered', text, finish: 'stop', usage: null }),
})
