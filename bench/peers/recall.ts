import { lineIndex } from '../../evals/metric/line-index.ts'
import { printed } from '../../evals/metric/printed.ts'
import { pairsOf } from '../../evals/metric/questions.ts'
import type { Reader } from '../../evals/metric/reader.ts'
import type { ScriptNeeds } from './needs.ts'
import type { SentMessage } from './sent-messages.ts'

/** Of what a call needs from long ago: how much there was, and how much of it the request shows. */
export type Recall = {
  readonly [kind in 'names' | 'pairs' | 'lines']: { readonly asked: number; readonly shown: number }
}

/** Looks into the requests of one conversation. */
export function recallIn({ calls, weight }: ScriptNeeds, read: Reader) {
  const known = new Map<string, readonly string[]>()
  const linesOf = ({ key, role, text, calls }: SentMessage): readonly string[] => {
    const lines =
      known.get(key) ??
      printed({ role, content: text, toolCalls: calls.map(({ name, args }) => ({ id: '', name, args })) }).map(
        line => line.text,
      )
    if (known.size > 20_000) known.clear()
    known.set(key, lines)
    return lines
  }
  return (step: number, request: readonly SentMessage[]): Recall => {
    const { names, pairs, lines } = calls[step]!
    if (names.length + pairs.length + lines.length === 0) return nothing
    const shown = [...new Set(request.flatMap(linesOf))]
    const namesShown = shown.map(read.entities)
    const allNames = new Set(namesShown.flat())
    const asked = new Set(pairs)
    const allPairs = new Set(
      asked.size === 0 ? [] : namesShown.flatMap(some => [...pairsOf(some)].filter(one => asked.has(one))),
    )
    const index = lineIndex(shown.map(read.words), new Set(lines.flat()))
    return {
      names: { asked: names.length, shown: names.filter(name => allNames.has(name)).length },
      pairs: { asked: pairs.length, shown: allPairs.size },
      lines: { asked: lines.length, shown: lines.filter(words => index.holds(words, weight)).length },
    }
  }
}

const zero = { asked: 0, shown: 0 }
const nothing: Recall = { names: zero, pairs: zero, lines: zero }
