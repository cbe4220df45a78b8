import { detailWords } from '../reading/details.ts'
import type { Speaker } from '../reading/quote.ts'
import { contentWords, isCjk } from '../reading/words.ts'
import type { Passage, Survey } from './survey.ts'
import { lengthOf } from './talk.ts'

/**
 * What each passage tells, as shares of all: rare words, and above all names, dates and amounts. A speaker who says
 * little beside another one says more with each word.
 */
export function tellingShares({ passages }: Survey): readonly number[] {
  const isSaid = passages.map(({ quote }) => quote.kind === 'said')
  const words = passages.map(({ quote }) => contentWords(quote.text))
  const details = passages.map(({ quote }, at) => (isSaid[at] ? [...new Set(detailWords(quote.text))] : []))
  const rarity = rarityAmong(words)
  const emphasis = emphasisIn(passages)
  const detailRate = detailRateFor(new Set(words.filter((_, at) => isSaid[at]).flat()), new Set(details.flat()))
  const weigh = (found: readonly string[]): number => found.reduce((sum, word) => sum + rarity(word), 0)
  const values = passages.map(({ quote: { text, origin } }, at) => {
    if (!isSaid[at]) return 0
    const told = weigh(words[at]!) + detailRate * weigh(details[at]!)
    // By the root of its length, so that neither the shortest nor the longest lines win.
    return told * emphasis(origin.speaker) * Math.sqrt(text.length + headingLength)
  })
  const sum = values.reduce((a, b) => a + b, 0) || 1
  return values.map(value => value / sum)
}

const headingLength = 20

/**
 * How much more names, dates and amounts tell than other words. Where few of the words are names, as in a meeting,
 * people talk about other things. Scripts without capitals show only dates, amounts and titles, so each counts more.
 */
function detailRateFor(words: ReadonlySet<string>, details: ReadonlySet<string>): number {
  const cased = casedAmong(words)
  if (cased < words.size / 2) return uncasedDetailRate
  if (cased < minCasedWords) return maxDetailRate
  return Math.min(maxDetailRate, 1 + namesRate * (casedAmong(details) / cased))
}

const uncasedDetailRate = 8
const maxDetailRate = 4
const namesRate = 10

/** Fewer words do not show what people talk about. */
const minCasedWords = 200

const casedAmong = (words: ReadonlySet<string>): number => [...words].filter(word => /\p{Ll}/u.test(word)).length

/**
 * The lines of plain talk that must survive, if anything does: all that a person says who says little beside the one who
 * answers, else the half of all lines that tells more for its length.
 */
export function statementsIn(survey: Survey): ReadonlySet<Passage> {
  const said = survey.passages.filter(({ quote }) => quote.kind === 'said')
  const persons = said.filter(({ quote }) => quote.origin.speaker === 'person')
  if (lengthOf(persons) < lengthOf(said) * quietShare) return new Set(persons)
  const shares = tellingShares(survey)
  const densities = new Map(survey.passages.map((passage, at) => [passage, shares[at]! / costOf(passage)]))
  return new Set(said.toSorted((a, b) => densities.get(b)! - densities.get(a)!).slice(0, Math.ceil(said.length / 2)))
}

const costOf = ({ quote }: Passage): number => quote.text.length + headingLength

/** Who says less than this share of all says little. */
const quietShare = 0.25

/** How rare a word is among lines. Pairs of characters overlap, so each counts half. */
function rarityAmong(lines: readonly (readonly string[])[]): (word: string) => number {
  const holders = new Map<string, number>()
  for (const words of lines) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return word => Math.log(1 + lines.length / (holders.get(word) ?? 1)) * (isCjk(word) ? 0.5 : 1)
}

/** More than once for who says little. */
function emphasisIn(passages: readonly Passage[]): (speaker: Speaker) => number {
  const said = Map.groupBy(
    passages.filter(({ quote }) => quote.kind === 'said'),
    ({ quote }) => quote.origin.speaker,
  )
  const lengths = new Map([...said].map(([speaker, own]) => [speaker, lengthOf(own)]))
  const all = [...lengths.values()].reduce((a, b) => a + b, 0)
  return speaker => Math.max(1, (quietShare * all) / lengths.get(speaker)!)
}
