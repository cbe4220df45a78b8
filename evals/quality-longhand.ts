import { foldMessage } from '../packages/longhand/src/core/fold.ts'
import { proseShare } from '../packages/longhand/src/core/fold-budget.ts'
import { type Message, textOf } from '../packages/longhand/src/core/message.ts'
import { learntWeights } from '../packages/longhand/src/facts/choosing/weights.ts'
import type { Weights } from '../packages/longhand/src/facts/choosing/worth.ts'
import { extract } from '../packages/longhand/src/facts/extract.ts'
import type { DraftContext } from '../packages/longhand/src/facts/judging/gate.ts'
import { judge } from '../packages/longhand/src/facts/judging/judge.ts'
import type { NumberedMessage } from '../packages/longhand/src/facts/reading/quote.ts'
import type { Baseline } from './baselines/baseline.ts'
import { type RecordedMessage, type Recording, recordedMessages } from './corpus.ts'
import type { Compacted } from './metric/compacted.ts'
import type { History } from './metric/cut.ts'
import { countTokens } from './metric/tokens.ts'

/** Longhand as it ships, or with other weights. */
export const longhandOffline = (weights: Weights = learntWeights): Baseline => ({
  name: longhandName,
  rule: "Longhand's own extract of the originals, with its fence and notice; no model, no network.",
  compact: (history, budget) => compactByLonghand(history, { budget, weights, draft: null }),
})

export const longhandName = '**Longhand offline**'

export type LonghandJob = { readonly budget: number; readonly weights: Weights; readonly draft: string | null }

/**
 * What Longhand writes for a history: the originals' own words, after the prose of a summariser if there is a draft.
 * The draft is judged and shortened as in the product, to its share of what there is.
 */
export function compactByLonghand({ messages, total }: History, { budget, weights, draft }: LonghandJob): Compacted {
  const numbered = longhandMessages(messages)
  const room = budget - countTokens(fenced(''))
  const prose =
    draft === null
      ? null
      : proseOf(draft, { messages: numbered, replacedTokens: total, budget: room * proseShare, weights })
  const left = room - (prose === null ? 0 : countTokens(prose))
  return { kept: [], texts: [fenced(longhandText(numbered, { budget: left, weights, draft: prose }))] }
}

function proseOf(
  text: string,
  held: Pick<DraftContext, 'messages' | 'replacedTokens' | 'budget' | 'weights'>,
): string | null {
  const verdict = judge({ text, finish: 'stop' }, { ...held, knownTexts: [], tag: 'summary', count: countTokens })
  return verdict.type === 'rejected' ? null : verdict.text
}

/** Recorded messages as Longhand knows them; thoughts are left out, since no metric asks for them. */
export function longhandMessages(messages: readonly RecordedMessage[]): readonly NumberedMessage[] {
  const withoutThoughts = ({ role, parts }: Message): Message => ({
    role,
    parts: parts.filter(({ type }) => type !== 'reasoning'),
  })
  return recordedMessages({ messages } as Recording).map((message, at) => ({
    number: at + 1,
    message: withoutThoughts(message),
  }))
}

export const longhandText = (messages: readonly NumberedMessage[], { draft: prose, ...job }: LonghandJob): string =>
  extract({ ...job, messages, prose, staying: new Set<number>(), targetRetention: 1, count: countTokens }).text

const fenced = (text: string): string =>
  textOf(foldMessage({ type: 'summary', span: { from: 1, to: 1 }, kept: [], text, tag: 'summary', count: 0 }))
