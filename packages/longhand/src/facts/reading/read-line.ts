import type { CountTokens } from '../../core/count.ts'
import { remember } from '../../core/remember.ts'
import { escapeControlText } from '../escape-control-text.ts'
import { isConstraint, soundsLikeConstraint } from './constraints.ts'
import { isDecision, isError, isInjection } from './cues.ts'
import { maxNames, type Name, readNames } from './names.ts'
import { numbersIn } from './numbers.ts'
import type { WordNumbers } from './word-numbers.ts'

/** A line, and what was found on it. */
export type ReadLine = {
  readonly text: string
  /** The first names on it, in order, each once. */
  readonly names: readonly Name[]
  /** What it is when a person says it, if that. */
  readonly demand: 'constraint' | 'wish' | null
  readonly isDecision: boolean
  readonly isError: boolean
  readonly isInjection: boolean
  /** The numbers with a unit on it. */
  readonly numbers: readonly string[]
  /** The line with all numbers made equal; null when there are none. */
  readonly shape: string | null
  /** As a text for models may hold it. */
  readonly escaped: string
  readonly tokens: (count: CountTokens) => number
  /** Its content words, each once. */
  readonly words: (numbers: WordNumbers) => readonly number[]
}

/** Lines return at every compaction, so what was read on one is read once. */
export const lineOf: (text: string) => ReadLine = remember(text => new LazyLine(text))

/** The first names on a line. */
export const namesOf = (line: string): readonly Name[] => lineOf(line).names

/** All of them. */
export function allNamesOf(line: string): readonly Name[] {
  const first = namesOf(line)
  return first.length < maxNames ? first : readNames(line, Number.POSITIVE_INFINITY)
}

/** Each thing is read when it is first asked for. */
class LazyLine implements ReadLine {
  readonly text: string
  #names: ReadLine['names'] | undefined
  #demand: ReadLine['demand'] | undefined
  #isDecision: boolean | undefined
  #isError: boolean | undefined
  #isInjection: boolean | undefined
  #numbers: readonly string[] | undefined
  #shape: string | null | undefined
  #escaped: string | undefined
  #tokens: number | undefined
  #countedBy: CountTokens | undefined
  #words: readonly number[] | undefined
  #numberedBy: WordNumbers | undefined

  constructor(text: string) {
    this.text = text
  }

  get names() {
    this.#names ??= readNames(this.text, maxNames)
    return this.#names
  }

  get demand() {
    if (this.#demand === undefined)
      this.#demand = soundsLikeConstraint(this.text) ? (isConstraint(this.text) ? 'constraint' : 'wish') : null
    return this.#demand
  }

  get isDecision() {
    this.#isDecision ??= isDecision(this.text)
    return this.#isDecision
  }

  get isError() {
    this.#isError ??= isError(this.text)
    return this.#isError
  }

  get isInjection() {
    this.#isInjection ??= isInjection(this.text)
    return this.#isInjection
  }

  get numbers() {
    this.#numbers ??= numbersIn(this.text)
    return this.#numbers
  }

  get shape() {
    if (this.#shape === undefined) this.#shape = hasDigit.test(this.text) ? this.text.replace(/\d+/g, '0') : null
    return this.#shape
  }

  get escaped() {
    this.#escaped ??= escapeControlText(this.text)
    return this.#escaped
  }

  tokens(count: CountTokens): number {
    if (this.#countedBy !== count) this.#tokens = count(this.text)
    this.#countedBy = count
    return this.#tokens!
  }

  words(numbers: WordNumbers): readonly number[] {
    if (this.#numberedBy !== numbers) this.#words = numbers.of(this.text)
    this.#numberedBy = numbers
    return this.#words!
  }
}

const hasDigit = /\d/
