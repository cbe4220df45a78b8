import { extract } from '../core/extract.ts'
import { foldMessage, type TextFold } from '../core/fold.ts'
import type { FoldJob, FoldTools } from './write-fold.ts'
import type { Written } from './write-plan.ts'

/** C14 a text that the person wrote or edited after a preview: taken as it is, and measured like any other. */
export function ownWords({ blank, span, beside, tag }: FoldJob, { meter }: FoldTools, text: string): Written {
  const staying = new Set(beside.map(({ number }) => number))
  const messages = [...span, ...beside].toSorted((a, b) => a.number - b.number)
  const { retention } = extract({ messages, staying, prose: text, budget: 0, enough: 0, count: meter.countText })
  const fold: TextFold = { ...blank, text, tag, count: 0 }
  return {
    type: 'written',
    fold: { ...fold, count: meter.count(foldMessage(fold)) },
    rung: 'summary',
    model: null,
    retention,
    calls: 0,
    usage: [],
    gates: [],
  }
}
