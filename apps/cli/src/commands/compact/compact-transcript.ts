import { LonghandError, type View } from 'longhand'
import type { Choice } from 'longhand/internal/core'
import type { Summariser } from 'longhand/internal/engine'
import { type CompactedHistory, compactToTarget } from 'longhand/internal/history'
import { countMessage } from 'longhand/tokens'
import type { Transcript } from 'longhand/wire'
import { type CompactFlags, type Sizes, sizesOf } from './compact-flags.ts'

/** What came of compacting a transcript. */
export type Outcome =
  | (Extract<CompactedHistory, { type: 'rest' }> & { readonly sizes: Sizes })
  | (Extract<CompactedHistory, { type: 'compacted' }> & { readonly warnings: readonly string[] })

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
    keep: { by: 'messages', amount: flags.keep },
    strategy: flags.strategy,
    choice: choiceOf(flags, transcript),
    summariser: draft === null ? null : answering(draft),
  }).catch(asItWas)
  if (outcome.type === 'rest') return { ...outcome, sizes }
  return { ...outcome, warnings: [...warningsOf(outcome, sizes), ...unpaired(transcript, outcome.view)] }
}

function asItWas(error: unknown): never {
  if (!(error instanceof LonghandError) || error.code !== 'summariser-failed') throw error
  throw new LonghandError(error.code, `${error.message} The transcript is as it was.`, { cause: error })
}

/** Indexes of the source as ¶ numbers. */
function choiceOf({ upTo }: CompactFlags, { sources }: Transcript): Choice | null {
  if (upTo === undefined) return null
  const number = sources.findLastIndex(from => from.some(index => index <= upTo)) + 1
  if (number > 0) return { type: 'up-to', number }
  throw new LonghandError('bad-request', `There is no message up to ${upTo}. Give the index of one, counted from 0.`)
}

/** A summariser that always gives the same answer. */
const answering = (text: string): Summariser => ({
  model: 'draft',
  window: Number.MAX_SAFE_INTEGER,
  summarise: async () => ({ type: 'answered', text, finish: 'stop', usage: null }),
})

type Compacted = Extract<CompactedHistory, { type: 'compacted' }>

function warningsOf({ receipt, view, used }: Compacted, { target }: Sizes): readonly string[] {
  const largest = view
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ span, count }) => `¶ ${span.from} (${count.toLocaleString('en')})`)
  const share = Math.floor(receipt.retention * 100)
  return [
    ...(receipt.method === 'truncate' ? [`Only ${share}% of the facts found room. Give a larger --target.`] : []),
    ...(used > target
      ? [
          `The view has ${used.toLocaleString('en')} tokens, above the target of ${target.toLocaleString('en')}. Largest: ${largest.join(', ')}.`,
        ]
      : []),
  ]
}

/** No model takes a call without its result, or a result without its call. */
function unpaired({ messages }: Transcript, view: View): readonly string[] {
  const left = messages.flatMap((_, at) =>
    view.some(({ span }) => at + 1 >= span.from && at + 1 <= span.to) ? [] : [`¶ ${at + 1}`],
  )
  return left.length === 0
    ? []
    : [`The view leaves out calls without results and results without calls: ${left.join(', ')}.`]
}
