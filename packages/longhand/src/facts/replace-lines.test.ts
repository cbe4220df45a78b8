import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceLines } from './replace-lines.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 30 })

test('lines with what is looked for are replaced, as if each were looked at by itself', () => {
  const shout = (line: string): string => line.toUpperCase()
  fc.assert(
    fc.property(text, said => {
      const one = said.split('\n').map(line => (line.includes('ab') ? shout(line) : line))
      expect(replaceLines(said, /ab/g, shout)).toBe(one.join('\n'))
    }),
  )
})

test('a replaced line is not searched again, and may become any number of lines', () => {
  expect(replaceLines('a\nb\na', /a/g, () => 'a\na')).toBe('a\na\nb\na\na')
})
