import type { MessageEntry } from '../../core/entry.ts'
import { isKeptIn } from '../../core/fold.ts'
import type { FactKind } from '../../facts/fact.ts'
import type { MessageSelection } from '../../facts/select-messages.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { FoldJob, FoldTools } from './fold-job.ts'
import type { SelectedSlice } from './selected-slice.ts'

/** The messages that a text is made of, and how many facts there were to choose from; null when all were taken. */
export type SelectedSpan = {
  readonly messages: readonly MessageEntry[]
  readonly facts: FactCounts | null
}

type FactCounts = Partial<Readonly<Record<FactKind, number>>>

type Budgets = { readonly budget: number; readonly typedBudget: number }

/**
 * C6 the messages of a span that its text is made of. One that is too long to be weighed at once is read in slices: what
 * each gives up is several times what it can have in the text, and the text is chosen among that. So it takes time by the
 * length of the span alone, and no single task takes long.
 */
export async function selectSpan(job: FoldJob, budgets: Budgets, tools: FoldTools): Promise<SelectedSpan> {
  const isKept = isKeptIn(job.blank)
  const folding = job.span.filter(entry => !isKept(entry))
  const tokens = tokensOf(folding)
  if (folding.length <= maxAtOnce.messages && tokens <= maxAtOnce.tokens) return { messages: job.span, facts: null }
  const known = new Map(tools.slices?.known.map(slice => [keyOf(slice), slice]))
  const selected: SelectedSlice[] = []
  for (const slice of slicesOf(folding)) {
    tools.signal.throwIfAborted()
    const place = { from: slice[0]!.number, to: slice.at(-1)!.number }
    const before = known.get(keyOf(place))
    const share = Math.min(1, (choice * tokensOf(slice)) / tokens)
    selected.push(before ?? { ...place, ...(await selectFrom(slice, scaled(budgets, share), tools)) })
    if (before === undefined) await tools.slices?.keep(selected)
  }
  const chosen = new Set(selected.flatMap(({ numbers }) => numbers))
  return {
    messages: withCalls(job.span, entry => chosen.has(entry.number) || isKept(entry)),
    facts: countDistinct(selected.map(({ facts }) => facts)),
  }
}

/** The chosen messages, and of a tool's answer the call too: without it nobody knows what was answered. */
function withCalls(span: readonly MessageEntry[], isChosen: (entry: MessageEntry) => boolean): readonly MessageEntry[] {
  const taken: MessageEntry[] = []
  let answered = false
  for (const entry of span.toReversed()) {
    const isAnswer = entry.message.role === 'tool'
    const isTaken: boolean = isChosen(entry) || (answered && !isAnswer)
    if (isTaken) taken.push(entry)
    answered = isAnswer && (answered || isTaken)
  }
  return taken.reverse()
}

/** What is weighed at once takes a second or two. */
const maxAtOnce = { messages: 4_000, tokens: 1_000_000 }
const maxSlice = { messages: 2_000, tokens: 250_000 }

/** How many times its part of the text a slice gives up to choose from. */
const choice = 4

/** Room for a few lines of every slice, however many there are. */
const minBudget = 500

const keyOf = ({ from, to }: Pick<SelectedSlice, 'from' | 'to'>): string => `${from}-${to}`

const tokensOf = (messages: readonly MessageEntry[]): number => messages.reduce((sum, { count }) => sum + count, 0)

const scaled = ({ budget, typedBudget }: Budgets, share: number): Budgets => ({
  budget: Math.max(minBudget, Math.floor(budget * share)),
  typedBudget: Math.max(0, Math.floor(typedBudget * share)),
})

async function selectFrom(
  slice: readonly MessageEntry[],
  budgets: Budgets,
  tools: FoldTools,
): Promise<MessageSelection> {
  const messages = slice.map(({ number, message }) => ({ number, message }))
  return taskRunner(tools)('selectMessages', {
    ...{ messages, staying: new Set<number>(), prose: null, targetRetention: 1 },
    ...budgets,
  })
}

/** The messages in slices that are short enough, in their order. */
function slicesOf(messages: readonly MessageEntry[]): readonly (readonly MessageEntry[])[] {
  const slices: MessageEntry[][] = []
  let tokens = 0
  for (const entry of messages) {
    const last = slices.at(-1)
    if (last === undefined || last.length === maxSlice.messages || tokens + entry.count > maxSlice.tokens) {
      slices.push([entry])
      tokens = entry.count
    } else {
      last.push(entry)
      tokens += entry.count
    }
  }
  return slices
}

/** How many facts some slices hold together: one that comes back in several is one. */
function countDistinct(slices: readonly MessageSelection['facts'][]): FactCounts {
  const found = new Map<string, Set<number>>()
  for (const facts of slices)
    for (const [kind, ids] of Object.entries(facts)) {
      const known = found.get(kind) ?? new Set()
      found.set(kind, known)
      for (const id of ids) known.add(id)
    }
  return Object.fromEntries([...found].map(([kind, { size }]) => [kind, size]))
}
