import { lineIndex } from '../../evals/metric/line-index.ts'
import { printed } from '../../evals/metric/printed.ts'
import { pairsOf } from '../../evals/metric/questions.ts'
import type { Reader } from '../../evals/metric/reader.ts'
import { messagesOf, type Script, type ScriptMessage, scriptTokens } from './script.ts'

/** What one recorded answer takes from long ago: names, pairs of names on one line, and lines that it says again. */
export type Needs = {
  /** Tokens that had been said before the answer. */
  readonly before: number
  readonly names: readonly number[]
  readonly pairs: readonly number[]
  readonly lines: readonly (readonly number[])[]
}

/** The needs of every call of a script, and how much a word says in it. */
export type ScriptNeeds = { readonly calls: readonly Needs[]; readonly weight: (word: number) => number }

/** What was said within so many tokens is in every request. */
const recentTokens = 5_000

/** Fewer words than this say nothing of their own. */
const fewestWords = 4

export function needsOf(script: Script, read: Reader): ScriptNeeds {
  const said = messagesOf(script).map(message => ({
    ...linesOf(message, read),
    tokens: scriptTokens(message),
    message,
  }))
  const weight = weightOf(said.flatMap(({ words }) => words))
  const old = { names: new Set<number>(), pairs: new Set<number>(), words: new Set<readonly number[]>() }
  const calls: Needs[] = []
  let before = 0
  let recentFrom = 0
  let recentSize = 0
  for (const [at, { message, tokens, names, pairs, words }] of said.entries()) {
    if (message.step !== null) {
      const recent = said.slice(recentFrom, at)
      const isOld = (held: ReadonlySet<number>, key: 'names' | 'pairs') => (id: number) =>
        held.has(id) && !recent.some(one => one[key].has(id))
      const asked = new Set(words.flat())
      const [oldLines, recentLines] = [old.words, recent.flatMap(one => one.words)].map(some => lineIndex(some, asked))
      calls[message.step] = {
        before,
        names: [...names].filter(isOld(old.names, 'names')),
        pairs: [...pairs].filter(isOld(old.pairs, 'pairs')),
        lines: words.filter(
          one => one.length >= fewestWords && !recentLines!.holds(one, weight) && oldLines!.holds(one, weight),
        ),
      }
    }
    before += tokens
    recentSize += tokens
    for (; recentSize > recentTokens && recentFrom <= at; recentFrom++) {
      const passed = said[recentFrom]!
      recentSize -= passed.tokens
      for (const name of passed.names) old.names.add(name)
      for (const pair of passed.pairs) old.pairs.add(pair)
      for (const one of passed.words) old.words.add(one)
    }
  }
  return { calls, weight }
}

function linesOf(message: ScriptMessage, read: Reader) {
  const lines = [...new Set(printed(message).map(({ text }) => text))]
  const names = lines.map(read.entities)
  return {
    names: new Set(names.flat()),
    pairs: new Set(names.flatMap(one => [...pairsOf(one)])),
    words: lines.map(read.words),
  }
}

/** Rare words say more. */
function weightOf(lines: readonly (readonly number[])[]): (word: number) => number {
  const distinct = new Set(lines)
  const holders = new Map<number, number>()
  for (const words of distinct) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return word => Math.log(1 + distinct.size / (holders.get(word) ?? 1))
}
