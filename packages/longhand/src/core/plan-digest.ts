import type { MessageEntry } from './entry.ts'
import type { Exchange } from './exchange.ts'
import type { PlannedFold } from './fold.ts'
import type { PlanContext } from './plan-context.ts'
import type { Policy } from './policy.ts'
import type { WindowStatus } from './window.ts'

/** What a digest is expected to leave of the run it stands for, until it is written and measured. */
const expectedShare = 0.2

/** Each digest is a call to a model: beyond this many, one summary is the better choice. */
export const maxDigests = 64

/**
 * Digests of the earliest runs of assistant and tool messages, each in its place; what people and the system said stays.
 * When strict, only the earliest run that is worth it; otherwise as many as it takes to reach the target.
 */
export function planDigests(context: PlanContext, policy: Policy, status: WindowStatus): DigestPlan {
  const runs = digestibleRuns(context)
  if (policy.incremental === 'strict') return earliest(runs, policy.minSaving * status.used)
  const surplus = status.used - policy.target * (status.window ?? 0)
  const chosen: MessageEntry[][] = []
  let saved = 0
  for (const run of runs) {
    if (chosen.length > maxDigests || (chosen.length > 0 && saved >= surplus)) break
    chosen.push(run)
    saved += (1 - expectedShare) * tokensOf(run)
  }
  return { planned: chosen.map(plannedDigest), reachesTarget: saved >= surplus }
}

/** The digests to write, and whether they are expected to reach the target. */
export type DigestPlan = { readonly planned: readonly PlannedFold[]; readonly reachesTarget: boolean }

/** The earliest run that is worth a digest: a short answer before it must not block it for ever. */
function earliest(runs: readonly MessageEntry[][], minTokens: number): DigestPlan {
  const run = runs.find(one => tokensOf(one) >= minTokens) ?? runs[0]
  return { planned: run === undefined ? [] : [plannedDigest(run)], reachesTarget: run !== undefined }
}

const tokensOf = (run: readonly MessageEntry[]): number => run.reduce((sum, { count }) => sum + count, 0)

function digestibleRuns({ exchanges, recent, shielded, opening }: PlanContext): readonly MessageEntry[][] {
  const runs: MessageEntry[][] = []
  let run: MessageEntry[] = []
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const exchange of exchanges.slice(0, recent)) {
    const first = exchange.messages[0]!
    const joins = run.length === 0 || first.number === run.at(-1)!.number + 1
    if (!joins) close()
    if (
      first.depth > opening &&
      isAssistantOnly(exchange) &&
      !exchange.messages.some(({ depth }) => shielded.has(depth))
    ) {
      for (const entry of exchange.messages) run.push(entry)
    } else close()
  }
  close()
  return runs
}

const isAssistantOnly = ({ messages }: Exchange): boolean =>
  messages.every(({ message }) => message.role === 'assistant' || message.role === 'tool')

const plannedDigest = (run: readonly MessageEntry[]): PlannedFold => ({
  type: 'digest',
  span: { from: run[0]!.depth, to: run.at(-1)!.depth },
  kept: [],
})
