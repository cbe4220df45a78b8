import type { MessageEntry } from '../packages/longhand/src/core/entry.ts'
import type { Json } from '../packages/longhand/src/core/json.ts'
import type { ViewMessage } from '../packages/longhand/src/core/view.ts'
import { countMessage } from '../packages/longhand/src/tokens/count-message.ts'
import { familyOf } from '../packages/longhand/src/tokens/families.ts'
import { type MeasuredRequest, meter, type ReportAnchor } from '../packages/longhand/src/tokens/meter.ts'
import { type RecordedUsage, type Recording, recordedMessages } from './corpus.ts'

/** One recorded call: what the bar showed before it was sent, and what the provider then reported. */
export type Call = {
  readonly recording: string
  readonly model: string
  readonly family: string
  readonly shown: number
  readonly reported: number
  /**
   * `anchored`: there was a report before it. `first` in a conversation: the client's own instructions and tools are
   * not recorded. `compacted`: the first one after a compaction. `hidden`: … whose summary is not recorded.
   */
  readonly kind: 'anchored' | 'first' | 'compacted' | 'hidden'
  /** Whether the meter took the report for a silent cut. */
  readonly cut: boolean
}

/** Has a recorded conversation again, call by call, with the meter of the product; it starts with nothing learnt. */
export function replay(recording: Recording): readonly Call[] {
  const entries = entriesOf(recording)
  const learnt = new Map<string, Json>()
  const calls: Call[] = []
  let last: ReportAnchor | null = null
  for (const usage of recording.usage ?? []) {
    const { messageIndex } = usage
    const model = usage.model ?? unknownModel
    const start = lastCompaction(recording, messageIndex)?.index ?? 0
    const anchor: ReportAnchor | null = last !== null && last.depth > start ? last : null
    const reading: MeasuredRequest = {
      model,
      learnt: learnt.get(model) ?? null,
      view: entries.slice(start, messageIndex).map(verbatim),
      shields: new Map(),
      instructions: 0,
      tools: 0,
      // What these clients sent beside the messages was not recorded, so there is no telling how much it may be.
      window: null,
      anchor,
    }
    const shown = meter.measure(reading).used
    const lesson = meter.learn(reading, reportOf(usage))
    learnt.set(model, lesson.learnt)
    calls.push({
      recording: recording.id,
      model,
      family: familyOf(model).name,
      shown,
      reported: usage.promptTokens,
      kind: kindOf(recording, anchor?.model === model, start),
      cut: lesson.cut,
    })
    last = nextAnchor(last, usage, entries)
  }
  return calls
}

const unknownModel = 'unknown'

function kindOf({ compactions = [] }: Recording, anchored: boolean, start: number): Call['kind'] {
  if (anchored) return 'anchored'
  if (start === 0) return 'first'
  return compactions.find(({ index }) => index === start)?.encrypted ? 'hidden' : 'compacted'
}

const entriesOf = (recording: Recording): readonly MessageEntry[] =>
  recordedMessages(recording).map((message, index) => ({
    id: `m${index}`,
    depth: index + 1,
    type: 'message',
    number: index + 1,
    message,
    count: countMessage(message),
  }))

const verbatim = ({ message, count, depth }: MessageEntry): ViewMessage => ({
  kind: 'verbatim',
  message,
  count,
  span: { from: depth, to: depth },
})

/** The compaction in force when a message was asked for. */
const lastCompaction = ({ compactions = [] }: Recording, messageIndex: number) =>
  compactions.findLast(({ index }) => index <= messageIndex)

/** The report of a call, with the reasoning of its whole turn, as the engine keeps it. */
function nextAnchor(last: ReportAnchor | null, usage: RecordedUsage, entries: readonly MessageEntry[]): ReportAnchor {
  const since = entries.slice(last?.depth ?? 0, usage.messageIndex)
  const sameTurn = last !== null && since.every(({ message }) => message.role !== 'user')
  const report = reportOf(usage)
  const reasoning = report.reasoning + (sameTurn ? last.usage.reasoning : 0)
  return { model: usage.model ?? unknownModel, depth: usage.messageIndex + 1, usage: { ...report, reasoning } }
}

const reportOf = ({ promptTokens, completionTokens, reasoningTokens = 0 }: RecordedUsage) => ({
  input: promptTokens,
  output: completionTokens,
  reasoning: reasoningTokens,
})
