import type { NameTrace, PairTrace, Passage, Survey } from './survey.ts'

/** How likely each thing is to be written again by the assistant, as shares that sum to 1 over each list. */
export type Worth = {
  readonly passages: readonly number[]
  readonly names: readonly number[]
  readonly pairs: readonly number[]
}

export type Weights = null
export function worthOf(survey: Survey): Worth {
  return {
    passages: shares(survey.passages.map(passage => passageOdds(passage, survey))),
    names: shares(survey.names.map(name => nameOdds(name, survey))),
    pairs: shares(survey.pairs.map(pair => pairOdds(pair, survey))),
  }
}
const shares = (odds: readonly number[]): readonly number[] => {
  const all = odds.map(x => 1 / (1 + Math.exp(-x)))
  const sum = all.reduce((a, b) => a + b, 0) || 1
  return all.map(x => x / sum)
}
const lg = (x: number): number => Math.log2(1 + Math.max(0, x))
const early = (at: number, { length }: Survey): number => (at < 0.08 * length ? 1 : 0)
const since = (at: number | null, { length }: Survey): number => (at === null ? 20 : lg(length - at))

function pairOdds(p: PairTrace, s: Survey): number {
  const a = s.names[p.a]!,
    b = s.names[p.b]!
  return (
    1.46 +
    0.454 * lg(p.times.assistant) +
    0.343 * lg(Math.min(a.messages.assistant, b.messages.assistant)) -
    0.154 * Math.max(since(a.used, s), since(b.used, s)) -
    0.205 * since(p.last, s) -
    0.12 * p.fewest -
    (0.007 * p.shortest) / 4 +
    0.888 * early(p.last, s)
  )
}
function nameOdds(n: NameTrace, s: Survey): number {
  return (
    0.13 +
    0.649 * lg(n.messages.assistant) -
    0.075 * since(n.used, s) -
    0.196 * since(n.last, s) +
    0.098 * lg(n.last - n.first) +
    (n.messages.person > 0 ? 0.372 : 0) -
    0.062 * lg(n.messages.outputs) +
    0.902 * early(n.last, s)
  )
}
function passageOdds(l: Passage, s: Survey): number {
  const mean =
    l.names.length === 0 ? 20 : l.names.reduce((sum, id) => sum + since(s.names[id]!.used, s), 0) / l.names.length
  return (
    0.34 +
    0.826 * lg(l.times.assistant) +
    0.999 * lg(l.times.calls) -
    0.211 * since(l.at, s) +
    0.007 * Math.min(l.quote.text.length / 4, 99) -
    0.091 * mean -
    0.544 * lg(l.times.outputs) -
    0.14 * lg(l.times.person) +
    0.362 * early(l.at, s)
  )
}
