import type { Recording } from '../corpus.ts'
import { type Cut, epochs, historyOf, shortestEpoch, shortestFuture } from './cut.ts'
import { countTokens } from './tokens.ts'

/** A compaction that a real client made: what it had read, what it wrote about it, and what really came after. */
export type RecordedSummary = { readonly cut: Cut; readonly summary: string; readonly tokens: number }

export function recordedSummaries(recording: Recording): readonly RecordedSummary[] {
  const { messages, compactions = [] } = recording
  const spans = epochs(recording)
  return compactions.flatMap(({ index, encrypted }) => {
    const before = spans.find(([, to]) => to === index)
    const after = spans.find(([from]) => from === index)
    const summary = messages[index]?.content ?? ''
    if (encrypted || before === undefined || after === undefined || summary === '') return []
    const future = messages.slice(index + 1, after[1])
    if (future.length < shortestFuture) return []
    const history = historyOf(messages.slice(...before))
    if (history.total < shortestEpoch) return []
    return [{ cut: { recording: recording.id, share: 1, history, future }, summary, tokens: countTokens(summary) }]
  })
}
