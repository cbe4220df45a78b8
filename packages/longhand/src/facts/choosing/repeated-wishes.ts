import { remember } from '../../core/remember.ts'
import { eachInSteps, type Steps } from '../../core/steps.ts'
import { isDemand } from '../reading/cues.ts'
import type { Passage } from './survey.ts'

/**
 * The passages that only say again what the person wants, in nearly the same words. The newest of them counts, unless one
 * stays in the view. Wishes that differ in a number, a negation, a name or the order of two things are not the same.
 */
export function* repeatedWishesSteps(passages: readonly Passage[]): Steps<ReadonlySet<Passage>> {
  const wishes: { readonly passage: Passage; readonly wish: Wish }[] = []
  yield* eachInSteps(passages, passage => {
    const wish = isDemand(passage.cue) ? wishOf(passage.quote.text) : null
    if (wish !== null) wishes.push({ passage, wish })
  })
  const repeated = new Set<Passage>()
  const kept = new Map<string, Wish[]>()
  const byWeight = [
    ...wishes.filter(({ passage }) => passage.stays),
    ...wishes.filter(({ passage }) => !passage.stays).toReversed(),
  ]
  const judge = ({ passage, wish }: (typeof wishes)[number]): void => {
    const similar = [...wish.words].flatMap(word => kept.get(word)?.slice(-maxSimilar) ?? [])
    if (similar.some(other => isSame(wish, other))) repeated.add(passage)
    else for (const word of wish.words) kept.set(word, [...(kept.get(word)?.slice(-maxSimilar) ?? []), wish])
  }
  yield* eachInSteps(byWeight, judge, wishesPerStep)
  return repeated
}

const wishesPerStep = 100

/** Of the wishes with a word in common, only so many are compared. */
const maxSimilar = 100

type Wish = {
  /** The words that say what is wanted, in their simplest form. */
  readonly words: ReadonlySet<string>
  /** What must be equal in both: numbers, whether something is denied, and the order where it matters. */
  readonly exact: string
}

const wishOf = remember(readWish)

function readWish(text: string): Wish | null {
  const all =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}_][\p{L}\p{N}_'./-]*/gu) ?? []
  const plain = all.map(word => word.replace(/[.'/-]{1,3}$/, ''))
  const said = plain.filter(word => !fillers.has(word) && !isNegation(word)).map(stemOf)
  if (said.length < minWords || said.length > maxWords) return null
  const isOrdered = plain.some(word => ordering.has(word))
  const numbers = plain.filter(word => /\d/.test(word))
  return {
    words: new Set(said),
    exact: [plain.some(isNegation), ...numbers, ...(isOrdered ? said : [])].join(' '),
  }
}

const minWords = 2
const maxWords = 60

/** One says all that the other says, and little more. A word in another's place would be another wish. */
function isSame(a: Wish, b: Wish): boolean {
  const [less, more] = a.words.size <= b.words.size ? [a, b] : [b, a]
  if (a.exact !== b.exact || less.words.size < more.words.size * minShare) return false
  return [...less.words].every(word => more.words.has(word))
}

const minShare = 0.7

/** `tests` and `test`, `committing` and `commit`. */
function stemOf(word: string): string {
  if (word.length < 5 || /[^\p{L}]/u.test(word)) return word.replace(/(?<=\p{L}{3})s$/u, '')
  const stem = word.replace(/(?:ing|ed|es|s|en|e|n)$/, '')
  if (stem.length < 3) return word
  return stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem
}

const isNegation = (word: string): boolean => negations.has(word) || word.endsWith("n't")

const negations = new Set(
  (
    'not never no none nothing without avoid stop dont doesnt cannot forbidden nicht nie niemals kein keine keinen keinem ohne ' +
    'pas jamais aucun aucune sans ne nunca jamás sin não nunca sem mai non senza niet nooit geen zonder не никогда нельзя без нет'
  ).split(' '),
)

/** Words after which it matters what stands first. */
const ordering = new Set(
  'instead rather over than before after from into until statt anstatt vor nach bevor nachdem plutôt avant après en lugar antes después invece prima dopo'.split(
    ' ',
  ),
)

/** Words that a wish can have or not have. */
const fillers = new Set(
  (
    'please always again once more remember remind important importantly note also just really still now ever simply ok okay hey btw ' +
    'i you we they me my your our it its the this that these those a an as is are be been was were do does did have has had will would ' +
    'should shall must may can could need needs want wants like said say told mentioned repeat make sure ensure to of in on at for with and so then ' +
    'bitte immer nochmal nochmals wieder wie gesagt ich du sie wir mir uns der die das den dem ein eine einen ist sind soll sollte muss müssen und auch doch mal ' +
    "s'il te plaît vous plaît toujours encore il faut le la les un une des de du et je tu nous " +
    'por favor siempre otra vez el los las una y que debe debes hay sempre favore per piacere altijd graag alsjeblieft de het een пожалуйста всегда еще ещё раз нужно надо'
  ).split(' '),
)
