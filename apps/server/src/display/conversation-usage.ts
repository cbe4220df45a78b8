import type { UsageResponse } from 'longhand/internal/client'
import { type ExportLine, type Scope, shownEntry } from 'longhand/internal/engine'

/** W16 what all answers of a conversation took, those of its other branches too: they were paid for as well. */
export async function conversationUsage({ store, conversation }: Scope): Promise<UsageResponse> {
  const sum = { answers: 0, input: 0, output: 0, ms: 0, cost: 0, unpriced: 0 }
  for await (const text of store.export([conversation])) {
    // Most lines tell nothing of it, and some are long.
    if (!text.includes('"usage"')) continue
    const line = JSON.parse(text) as ExportLine
    if (line.type !== 'entry') continue
    const { usage, ms = 0, cost } = shownEntry(line)
    if (usage === undefined) continue
    sum.answers += 1
    sum.input += usage.input
    sum.output += usage.output
    sum.ms += ms
    sum.cost += cost ?? 0
    sum.unpriced += cost === undefined ? 1 : 0
  }
  return sum
}
