import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesOf } from './names.ts'

const keys = (line: string) => namesOf(line).map(({ kind, key }) => `${kind} ${key}`)

test.each([
  ['see src/core/Fold.ts:12 and ./fold.ts', ['file fold.ts']],
  ['import from ../a/index.ts and ../b/index.ts', ['file a/index.ts', 'file b/index.ts']],
  ['GET https://example.com/a?b=1, then stop', ['url https://example.com/a?b=1']],
  ['fixes #123 in 1a2b3c4d5e', ['reference #123', 'reference 1a2b3c4']],
  ['node v24.21.0 with --max-old-space-size', ['version v24.21.0', 'flag --max-old-space-size']],
  [
    'getUserName, MAX_RETRIES, snake_case and kebab-case-word',
    ['identifier getUserName', 'identifier MAX_RETRIES', 'identifier snake_case', 'identifier kebab-case-word'],
  ],
  ['store.saveSession(state)', ['identifier saveSession']],
  ['flight HAT023 costs less', ['identifier HAT023']],
  ['Nothing here is a name, not even This.', []],
])('Q1 the names of %j', (line, names) => {
  expect(keys(line)).toEqual(names)
})

test('Q1 a line of names gives the first of them, each once', () => {
  const line = Array.from({ length: 50 }, (_, at) => `someName${at % 20}`).join(' ')
  expect(namesOf(line)).toHaveLength(14)
})

test('Q1 names are found in any text, and are parts of it but for case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), line => {
      for (const { key } of namesOf(line)) {
        const last = key.slice(key.lastIndexOf('/') + 1)
        expect(line.toLowerCase()).toContain(last.toLowerCase())
      }
    }),
    { numRuns: 1000 },
  )
})

test.each([
  'a'.repeat(1e6),
  'aA'.repeat(5e5),
  'a.b'.repeat(3e5),
  ':1'.repeat(5e5),
  '/'.repeat(1e6),
  'http://'.repeat(1e5),
  '--a'.repeat(3e5),
])('Q1 a hostile line takes time in proportion to its length (%#)', line => {
  const started = performance.now()
  namesOf(line)
  expect(performance.now() - started).toBeLessThan(2_000)
})
