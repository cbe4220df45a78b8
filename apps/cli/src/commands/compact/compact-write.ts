import { randomUUID } from 'node:crypto'
import { type Branch, classic, LonghandError, type MessageEntry, type Plan } from 'longhand'
import { isHiddenBy, messagesOf, type PlannedFold, type TrimFold, trim } from 'longhand/internal/core'
import {
  type FoldJob,
  type FoldTools,
  type Summariser,
  systemClock,
  type WrittenFold,
  writeFold,
} from 'longhand/internal/engine'
import { countMessage, countTokens } from 'longhand/tokens'
import { tokensOf } from './compact-receipt.ts'
import { staying } from './compact-trim.ts'

export type Writing = {
  readonly branch: Branch
  readonly decision: Extract<Plan, { type: 'fold' }>
  readonly trims: readonly TrimFold[]
  /** Tokens that the view may have in the end, and those of them that the prose may take. */
  readonly target: number
  readonly maxTokens: number
  readonly tag: string
  readonly draft: string | null
}

export type Written = Extract<WrittenFold, { type: 'written' }>

/**
 * Writes the folds of a plan: none where every run is shorter than any text about it. A draft that the gates turn down
 * fails the whole, and nothing has happened.
 */
export async function writeFolds(writing: Writing): Promise<readonly Written[]> {
  const tools = toolsOf(writing.draft)
  const written: Written[] = []
  let refusal: string | null = null
  for (const blank of writing.decision.planned) {
    const fold = await writeOne(jobOf(writing, blank), tools)
    if (fold.type === 'written') written.push(fold)
    else if (fold.reason === 'not-smaller') refusal = fold.sentence
    else throw refused(fold.sentence)
  }
  if (written.length === 0 && writing.draft !== null && refusal !== null) throw refused(refusal)
  return written
}

const refused = (sentence: string): LonghandError =>
  new LonghandError('summariser-failed', `${sentence} The transcript is as it was.`)

/** Too little room for a good text is said, not refused: the person chose the target. */
async function writeOne(job: FoldJob, tools: FoldTools): Promise<WrittenFold> {
  const fold = await writeFold(job, tools)
  const isShort = fold.type === 'rejected' && fold.reason === 'facts-missing'
  return isShort ? writeFold({ ...job, onFailure: 'truncate' }, tools) : fold
}

function jobOf({ branch, decision, trims, tag, ...writing }: Writing, blank: PlannedFold): FoldJob {
  const isHidden = isHiddenBy([blank])
  const messages = messagesOf(branch)
  const alsoShown = staying(branch, decision).map(entry => trimmed(entry, trims))
  const span = messages.filter(({ depth }) => isHidden(depth))
  // Of several folds, each gets room by how much it stands for.
  const share = tokensOf(span) / (tokensOf(messages) - tokensOf(staying(branch, decision)))
  return {
    blank,
    span,
    alsoShown,
    previous: null,
    source: 'originals',
    instructions: null,
    warmView: null,
    budget: budgetOf(writing, (writing.target - tokensOf(alsoShown)) * share),
    minRetention: classic.minRetention,
    tag,
    onFailure: 'reject',
  }
}

/** Even where nothing fits any more, a fold says a little. */
const leastRoom = 100

/** The fence and the notice around every text. */
const fenceTokens = 64

function budgetOf({ maxTokens, draft }: Pick<Writing, 'maxTokens' | 'draft'>, left: number): FoldJob['budget'] {
  const room = Math.max(leastRoom, Math.floor(left) - fenceTokens)
  const prose = draft === null ? 0 : Math.min(maxTokens, Math.floor(room / 2))
  return { prose, ledger: room - prose }
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
  random: Math.random,
  signal: new AbortController().signal,
})

/** A summariser that always gives the same answer. */
const answering = (text: string): Summariser => ({
  model: 'draft',
  window: Number.MAX_SAFE_INTEGER,
  summarise: async () => ({ type: 'answered', text, finish: 'stop', usage: null }),
})
