import type { MessageEntry } from './entry.ts'
import type { Exchange } from './exchange.ts'
import type { Blank } from './fold.ts'
import type { Scene } from './plan.ts'
import type { Policy } from './policy.ts'
import type { Status } from './window.ts'

/** What a digest is expected to leave of the run it stands for, until it is written and measured. */
const expectedShare = 0.2

/** Each digest is a call to a model: whoever needs more of them at once is better served by one summary. */
export const maxDigests = 64

/**
 * Digests of the earliest runs of assistant and tool messages, each in its place; what people and the system said stays.
 * One run when strict, the earliest that is worth it, otherwise as many as the target needs.
 */
export function planDigests(scene: Scene, policy: Policy, status: Status): Digests {
  const runs = digestibleRuns(scene)
  if (policy.incremental === 'strict') return earliest(runs, policy.minSaving * status.used)
  const surplus = status.used - policy.target * (status.window ?? 0)
  const enough: MessageEntry[][] = []
  let saved = 0
  for (const run of runs) {
    if (enough.length > maxDigests || (enough.length > 0 && saved >= surplus)) break
    enough.push(run)
    saved += (1 - expectedShare) * tokensOf(run)
  }
  return { blanks: enough.map(asBlank), enough: saved >= surplus }
}

/** What is to be written, and whether that is expected to reach the target. */
export type Digests = { readonly blanks: readonly Blank[]; readonly enough: boolean }

/** The earliest run that is worth a digest: a short answer before it must not stand in the way for ever. */
function earliest(runs: readonly MessageEntry[][], worth: number): Digests {
  const run = runs.find(one => tokensOf(one) >= worth) ?? runs[0]
  return { blanks: run === undefined ? [] : [asBlank(run)], enough: run !== undefined }
}

const tokensOf = (run: readonly MessageEntry[]): number => run.reduce((sum, { count }) => sum + count, 0)

function digestibleRuns({ exchanges, recent, shielded, opening }: Scene): readonly MessageEntry[][] {
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
      isAssistants(exchange) &&
      !exchange.messages.some(({ depth }) => shielded.has(depth))
    ) {
      for (const entry of exchange.messages) run.push(entry)
    } else close()
  }
  close()
  return runs
}

const isAssistants = ({ messages }: Exchange): boolean =>
  messages.every(({ message }) => message.role === 'assistant' || message.role === 'tool')

const asBlank = (run: readonly MessageEntry[]): Blank => ({
  type: 'digest',
  span: { from: run[0]!.depth, to: run.at(-1)!.depth },
  kept: [],
})
