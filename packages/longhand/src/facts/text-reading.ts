import { remember } from '../core/remember.ts'
import { eachInSteps, type Steps } from '../core/steps.ts'
import { unmarked } from './choosing/ledger.ts'
import { type QuotableLine, readRawLine } from './reading/lines.ts'
import { numbersIn } from './reading/numbers.ts'
import { allNamesOf, lineOf, type ReadLine } from './reading/read-line.ts'
import { restOfBinary } from './reading/without-binary.ts'

/** What a text has on its lines. */
export type TextReading = {
  readonly names: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** What of its lines could be quoted. */
  readonly quotable: readonly ReadLine[]
  readonly lines: readonly TextLineReading[]
}

/** A line of a text for models. Texts of one conversation have most of their lines in common, so each is read once. */
export type TextLineReading = {
  readonly raw: QuotableLine
  readonly lowerCase: string
  /** Keys of all names: a line that is too short to be quoted may still have one. */
  readonly names: readonly string[]
  readonly numbers: readonly string[]
  readonly quotable: readonly ReadLine[]
}

/** Reads a text, some lines at a time. */
export function* readText(text: string): Steps<TextReading> {
  const names = new Set<string>()
  const numbers = new Set<string>()
  const quotable: ReadLine[] = []
  const lines: TextLineReading[] = []
  const isRest = restOfBinary()
  yield* eachInSteps(text.split('\n'), line => {
    const read = textLine(line)
    for (const key of read.names) names.add(key)
    for (const number of read.numbers) numbers.add(number)
    if (!isRest(read.raw.line, read.raw.left)) quotable.push(...read.quotable)
    lines.push(read)
  })
  return { names, numbers, quotable, lines }
}

const textLine = remember((line): TextLineReading => {
  const raw = readRawLine(line)
  return {
    raw,
    lowerCase: line.toLowerCase(),
    names: allNamesOf(unmarked(line)).map(({ key }) => key),
    numbers: numbersIn(line),
    quotable: raw.pieces.map(lineOf),
  }
})
