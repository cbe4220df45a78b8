import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareFactLines } from './bare-fact-lines.ts'
import type { Fact } from './fact.ts'
import { retention } from './retention.ts'

const count = (text: string): number => Math.ceil(text.length / 4)

const fact = (kind: Fact['kind'], text: string, number: number, fix: string | null = null): Fact => ({
  kind,
  text,
  number,
  speaker: 'assistant',
  fix,
})

test('Q2 names stand side by side under their ¶, sentences by themselves, in order of time', () => {
  const missing = [
    fact('error', 'TypeError: no session', 7, 'src/session.ts'),
    fact('identifier', 'fooBar', 9),
    fact('file', 'session.ts', 7),
    fact('version', '1.2.3', 9),
  ]
  expect(bareFactLines(missing, 500, count)).toEqual([
    '¶7: session.ts',
    '¶7: TypeError: no session → src/session.ts',
    '¶9: fooBar, 1.2.3',
  ])
})

test('Q2 what costs least comes first where there is little room', () => {
  const missing = [
    fact('identifier', 'aVeryLongNameOfSomethingThatNobodyWillEverNeedAgain', 1),
    fact('version', '1.2.3', 1),
  ]
  expect(bareFactLines(missing, 18, count)).toEqual(['¶1: 1.2.3'])
  expect(bareFactLines(missing, 0, count)).toEqual([])
})

test('Q2 whatever is missing, it fits the room, and with room enough everything is retained', () => {
  const kinds = [
    ['identifier', 'fooBar'],
    ['file', 'a/index.ts'],
    ['version', '1.2.3'],
    ['flag', '--dry-run'],
    ['reference', 'e5e3b23'],
    ['url', 'https://example.org/a?b=1'],
    ['command', 'npm run build'],
    ['number', '5MB/s'],
    ['constraint', 'Never push to the main branch.'],
    ['error', 'TypeError: session is undefined'],
  ] as const
  const one = fc.tuple(fc.constantFrom(...kinds), fc.nat(2_000), fc.constantFrom(null, 'src/fix.ts'))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 80 }), fc.nat(600), (drawn, room) => {
      const missing = drawn.map(([[kind, text], number, fix]) =>
        fact(kind, text, number, kind === 'error' ? fix : null),
      )
      const lines = bareFactLines(missing, room, count)
      expect(lines.length === 0 || count(['Also named:', ...lines].join('\n')) <= room).toBe(true)
      expect(retention(missing, bareFactLines(missing, 1e6, count).join('\n')).missing).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
