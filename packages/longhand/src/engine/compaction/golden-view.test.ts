import { expect, test } from 'vitest'
import { append } from '../../core/branch.ts'
import { compaction, plan } from '../../core/plan.ts'
import { classic, type Policy } from '../../core/policy.ts'
import { type View, view } from '../../core/view.ts'
import { windowStatus } from '../../core/window.ts'
import { messageText } from '../../facts/reading/message-text.ts'
import { foldJob, foldTools } from '../../testing/fold-job.ts'
import { sampleConversation } from '../../testing/samples/conversation.sample.ts'
import { plainSummary } from '../../testing/test-engine.ts'
import type { FoldJob } from './fold-job.ts'
import type { KeptProse } from './job.ts'
import { writeFold } from './write-fold.ts'

test.each(['summary', 'digest'] as const)(
  'V3 with a %s, the model reads what the golden file holds',
  async strategy => {
    await expect(printed(await viewWith(strategy))).toMatchFileSnapshot(`./view-with-${strategy}.golden.txt`)
  },
)

test('C20 around prose of before, the model reads what the golden file holds: where the prose ends, and what came later', async () => {
  const prose: KeptProse = {
    ...{ text: plainSummary, model: 'plain', method: 'summary', calls: 0, usage: [], line: 1, epoch: 0, whole: 0 },
    span: { from: 2, to: 6 },
  }
  const kept = { as: 'prose', prose } as const
  await expect(printed(await viewWith('summary', { kept }))).toMatchFileSnapshot('./view-with-kept-prose.golden.txt')
})

/** The sample, compacted in the words of its originals. */
async function viewWith(strategy: Policy['strategy'], more: Partial<FoldJob> = {}): Promise<View> {
  const branch = sampleConversation()
  const used = branch.reduce((sum, { count }) => sum + count, 0)
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
  const status = windowStatus({ used, source: 'estimated', breakdown }, { window: used, reserve: 0 })
  const decision = plan(branch, { ...classic, strategy }, { by: 'force', status })
  if (decision.type === 'rest') throw new Error(decision.reason)
  const folds = []
  for (const blank of decision.planned) {
    const span = branch.filter(({ depth }) => depth >= blank.span.from && depth <= blank.span.to)
    const written = await writeFold(foldJob(span, { blank, ...more }), foldTools(null))
    if (written.type === 'written') folds.push(written.fold)
  }
  return view(append(branch, compaction(branch, decision, folds), 'compaction'))
}

const printed = (read: View): string =>
  read
    .map(
      ({ kind, message, span }) => `── ${message.role}, ${kind}, ¶${span.from}–${span.to}\n${messageText(message)}\n`,
    )
    .join('\n')
