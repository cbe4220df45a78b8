import { extract } from '../packages/longhand/src/core/extract.ts'
import { foldMessage } from '../packages/longhand/src/core/fold.ts'
import { textOf } from '../packages/longhand/src/core/message.ts'
import type { Baseline } from './baselines/baseline.ts'
import { type Recording, recordedMessages } from './corpus.ts'
import type { Compacted } from './metric/compacted.ts'
import type { History } from './metric/cut.ts'
import { countTokens } from './metric/tokens.ts'

export const longhandOffline: Baseline = {
  name: '**Longhand offline**',
  rule: "Longhand's own extract of the originals, with its fence and notice; no model, no network.",
  compact: (history, budget) => compactByLonghand(history, budget, null),
}

/** What Longhand writes for a history when a summariser has written `prose`, or when there is none. */
export function compactByLonghand({ messages }: History, budget: number, prose: string | null): Compacted {
  const numbered = recordedMessages({ messages } as Recording).map((message, at) => ({
    number: at + 1,
    message: { ...message, parts: message.parts.filter(({ type }) => type !== 'reasoning') },
  }))
  const around = countTokens(fenced('')) + (prose === null ? 0 : countTokens(prose))
  const job = { messages: numbered, staying: new Set<number>(), prose, budget: budget - around, enough: 1 }
  return { kept: [], texts: [fenced(extract({ ...job, count: countTokens }).text)] }
}

const fenced = (text: string): string =>
  textOf(foldMessage({ type: 'summary', span: { from: 1, to: 1 }, kept: [], text, tag: 'summary', count: 0 }))
