import { type MessageEntry, messagesOf, plan } from 'longhand'
import type { CompactAnswer } from 'longhand/client'
import { type CompactionAsk, look, type Scope } from 'longhand/engine'
import { restSentence } from '../shown/rest-sentence.ts'

/** C14 what a compaction would fold and keep, and how large the view would be at most. Nothing is written. */
export async function preview(scope: Scope, { strategy, choice }: CompactionAsk): Promise<CompactAnswer> {
  const moment = await look(scope)
  const policy = strategy === undefined ? moment.policy : { ...moment.policy, strategy }
  const decision = plan(moment.branch, policy, { by: 'force', status: moment.status, ...(choice && { choice }) })
  if (decision.type === 'rest')
    return { type: 'rested', reason: decision.reason, sentence: restSentence(decision.reason, moment) }
  const folds = ({ depth }: MessageEntry): boolean =>
    decision.blanks.some(({ span, kept }) => depth >= span.from && depth <= span.to && !kept.includes(depth))
  const messages = messagesOf(moment.branch)
  const folding = messages.filter(folds)
  const saved = folding.reduce((sum, { count }) => sum + count, 0)
  const before = moment.status.used
  return {
    type: 'preview',
    folding: folding.map(({ number }) => number),
    keeping: messages.filter(entry => !folds(entry)).map(({ number }) => number),
    before,
    after: Math.max(0, before - saved + decision.blanks.length * policy.maxTokens),
    cost: null,
    text: null,
  }
}
