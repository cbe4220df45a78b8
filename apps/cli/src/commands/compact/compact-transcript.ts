import { LonghandError, type View, warningSentence } from 'longhand'
import { formatNumber, formatPercent } from 'longhand/internal/client'
import type { Choice } from 'longhand/internal/core'
import type { Summariser } from 'longhand/internal/engine'
import { type CompactedHistory, compactToTarget } from 'longhand/internal/history'
import { countMessage } from 'longhand/tokens'
import type { Transcript } from 'longhand/wire'
import * as wording from '../../words/compact.ts'

/** The flags of `longhand compact`. */
export type CompactFlags = {
  readonly window?: number
  readonly target?: number
  readonly keep?: number
  readonly strategy: 'summary' | 'digest'
  readonly upTo?: number
  readonly draft?: string
  readonly offline?: true
  readonly json?: true
}

/** A window and how much of it the view may fill, in tokens. */
type Sizes = { readonly window: number; readonly target: number }

/** The outcome of compacting a transcript. */
export type Outcome =
  | (Extract<CompactedHistory, { type: 'rest' }> & { readonly target: number; readonly warnings: readonly string[] })
  | (Compacted & { readonly warnings: readonly string[] })

type Compacted = Extract<CompactedHistory, { type: 'compacted' }>

/** Compacts a transcript. A `draft` stands for the summariser's answer; null means there is none. */
export async function compactTranscript(
  transcript: Transcript,
  flags: CompactFlags,
  draft: string | null,
): Promise<Outcome> {
  const { messages } = transcript
  const sizes = sizesOf(
    flags,
    messages.reduce((sum, message) => sum + countMessage(message), 0),
  )
  const outcome = await compactToTarget(messages, {
    ...sizes,
    ...(flags.keep !== undefined && { keep: { by: 'messages', amount: flags.keep } }),
    strategy: flags.strategy,
    choice: choiceOf(flags, transcript),
    summariser: draft === null ? null : fixedSummariser(draft),
  }).catch(unchanged)
  if (outcome.type === 'rest') return { ...outcome, target: sizes.target, warnings: [] }
  return { ...outcome, warnings: [...warningsOf(outcome, sizes), ...unpaired(transcript, outcome.view)] }
}

/** The sizes for a transcript of `used` tokens. With `--up-to` and no target, nothing else is folded. */
function sizesOf({ window: asked, target: wanted, upTo, strategy }: CompactFlags, used: number): Sizes {
  const window = asked ?? Math.max(used, wanted ?? 0)
  const target = wanted ?? (upTo === undefined || strategy === 'digest' ? Math.ceil(window / 2) : window)
  if (target <= window) return { window, target }
  throw new LonghandError('bad-request', wording.targetAboveWindow(target, window))
}

/** Nothing was written, and the error says so. */
function unchanged(error: unknown): never {
  if (!(error instanceof LonghandError) || error.code !== 'summariser-failed') throw error
  throw new LonghandError(error.code, wording.unchanged(error.message), { cause: error })
}

/** The index of the source as a ¶ number. */
function choiceOf({ upTo }: CompactFlags, { sources }: Transcript): Choice | null {
  if (upTo === undefined) return null
  const number = sources.findLastIndex(from => from.some(index => index <= upTo)) + 1
  if (number > 0) return { type: 'up-to', number }
  throw new LonghandError('bad-request', wording.noMessageUpTo(upTo))
}

/** A summariser that always gives the same answer. */
const fixedSummariser = (text: string): Summariser => ({
  model: 'draft',
  window: Number.MAX_SAFE_INTEGER,
  summarise: async () => ({ type: 'answered', text, finish: 'stop', usage: null }),
})

function warningsOf({ receipt, used, largest }: Compacted, { target }: Sizes): readonly string[] {
  const tokens = wording.aboveTarget(formatNumber(used), formatNumber(target))
  // Who compacts a file chooses its target, and is told about that instead.
  const warnings = receipt.warnings.filter(code => code !== 'truncated')
  return [
    ...(warnings.length > 0 ? [warningSentence({ ...receipt, warnings })] : []),
    ...(receipt.warnings.includes('truncated') ? [wording.factsLost(formatPercent(receipt.retention))] : []),
    ...(used > target ? [wording.viewHas(tokens, largest)] : []),
  ]
}

/** Providers reject a call without its result, and a result without its call. */
function unpaired({ messages }: Transcript, view: View): readonly string[] {
  const left = messages.flatMap((_, at) =>
    view.some(({ span }) => at + 1 >= span.from && at + 1 <= span.to) ? [] : [`¶ ${at + 1}`],
  )
  return left.length === 0 ? [] : [wording.unpairedLeftOut(left.join(', '))]
}
