import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { contentWords } from '../reading/words.ts'
import { type LineOverlaps, lineOverlaps } from './line-overlaps.ts'

const linesHeld = (lines: readonly string[]) => heldIn(lineOverlaps(lines, everyOne(lines)))

/** The lines that each line covers, itself among them. */
const heldIn = ({ from, covered }: LineOverlaps): readonly (readonly number[])[] =>
  Array.from({ length: from.length - 1 }, (_, line) =>
    [line, ...covered.subarray(from[line], from[line + 1])].toSorted((a, b) => a - b),
  )

const everyOne = (lines: readonly string[]) => lines.map((_, at) => at)

test('Q2 a line holds another when it has most of its words, rare ones first', () => {
  const lines = [
    'go test ./strategy in the cli with race detection',
    'go test ./strategy in the cli with race detection and coverage',
    'go test ./session in the cli',
    'a word about herons and rivers',
  ]
  const held = linesHeld(lines)
  expect(held[1]).toEqual([0, 1, 2])
  expect(held[3]).toEqual([3])
})

test('Q2 a line holds itself, and of few words no other line stands in for it', () => {
  expect(linesHeld(['Fine by me.', 'Fine by me.'])).toEqual([[0], [1]])
  expect(heldIn(lineOverlaps(['a word about herons and rivers'], []))).toEqual([[0]])
})

test('Q2 whoever looks at every line finds the same lines held', () => {
  const line = array(constantFrom('red', 'blue', 'green', 'black', 'white', 'grey', 'pink', 'brown', 'teal'), {
    minLength: 1,
    maxLength: 8,
  }).map(words => words.join(' '))
  assert(
    property(array(line, { minLength: 1, maxLength: 12 }), lines => {
      const held = linesHeld(lines)
      // Sums that are equal on paper differ in their last digits.
      slowly(lines, 0.6 + 1e-9).forEach((sure, at) => {
        expect(held[at]).toEqual(expect.arrayContaining([...sure]))
      })
      held.forEach((found, at) => {
        expect(slowly(lines, 0.6 - 1e-9)[at]).toEqual(expect.arrayContaining([...found]))
      })
    }),
    { numRuns: 1_000 },
  )
})

/** The same without an index. */
function slowly(lines: readonly string[], most: number): readonly (readonly number[])[] {
  const words = lines.map(contentWords)
  const weight = (word: string): number => Math.log(1 + lines.length / words.filter(own => own.includes(word)).length)
  const weigh = (some: readonly string[]): number => some.reduce((sum, word) => sum + weight(word), 0)
  const holds = (line: number, other: number): boolean =>
    words[other]!.length >= 4 &&
    weigh(words[other]!.filter(word => words[line]!.includes(word))) >= most * weigh(words[other]!)
  return lines.map((_, line) => everyOne(lines).filter(other => other === line || holds(line, other)))
}
