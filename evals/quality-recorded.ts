import { createBudget } from './baselines/budget.ts'
import { codexKeep, keepTyped } from './baselines/codex.ts'
import { langchainKeep } from './baselines/langchain.ts'
import type { Recording } from './corpus.ts'
import { type Compacted, compactedTokens } from './metric/compacted.ts'
import type { History } from './metric/cut.ts'
import type { Reader } from './metric/reader.ts'
import { type RecordedSummary, recordedSummaries } from './metric/recorded-summary.ts'
import { type EvalSetup, type Row, scorerFor } from './quality-judge.ts'
import { compactByLonghand } from './quality-longhand.ts'

type Judged = Pick<EvalSetup, 'methods' | 'weights'> & { readonly read: Reader }

/** What a real client's summary is worth alone, inside the policies of others, and as a draft of ours: size for size. */
export function recordedRows(recording: Recording, { read, methods, weights }: Judged): readonly Row[] {
  return recordedSummaries(recording).flatMap(event => {
    const { history } = event.cut
    const judge = scorerFor(event.cut, read)
    return sizes(event).flatMap(({ group, others, tokens }) => {
      const label = (method: string) => ({ table: 'recorded', group, method }) as const
      return [
        ...others.map(([name, compacted]) => judge(label(name), () => compacted)),
        ...methods.map(({ name, compact }) => judge(label(name), () => compact(history, tokens))),
        judge(label('**Longhand with this draft**'), () =>
          compactByLonghand(history, { budget: tokens, weights, draft: event.summary }),
        ),
      ]
    })
  })
}

type Size = {
  readonly group: string
  readonly others: readonly (readonly [string, Compacted])[]
  readonly tokens: number
}

function sizes({ cut: { history }, summary, tokens }: RecordedSummary): readonly Size[] {
  const typed = keepTyped(history, createBudget(codexKeep)).compacted
  const codex = { ...typed, texts: [...typed.texts, summary] }
  const langchain = { kept: newest(history, langchainKeep), texts: [summary] }
  return [
    { group: 'summary', others: [['recorded summary', { kept: [], texts: [summary] }]], tokens },
    sizeOf('summary + 20k of user messages', 'Codex policy, recorded summary', codex, history),
    sizeOf('summary + last 20 messages', 'LangChain.js policy, recorded summary', langchain, history),
  ]
}

const sizeOf = (group: string, name: string, compacted: Compacted, history: History): Size => ({
  group,
  others: [[name, compacted]],
  tokens: compactedTokens(history, compacted),
})

const newest = ({ messages }: History, count: number): readonly number[] => messages.map((_, at) => at).slice(-count)
