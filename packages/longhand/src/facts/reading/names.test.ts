import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOn } from '../../testing/growth/growth.ts'
import { repeated } from '../../testing/growth/hostile-text.ts'
import { namesOf } from './read-line.ts'

const keys = (line: string) => namesOf(line).map(({ kind, key }) => `${kind} ${key}`)

test.each([
  ['see src/core/Fold.ts:12 and ./fold.ts', ['file fold.ts']],
  ['import from ../a/index.ts and ../b/index.ts', ['file a/index.ts', 'file b/index.ts']],
  ['GET https://example.com/a?b=1, then stop', ['url https://example.com/a?b=1']],
  ['fixes #123 in 1a2b3c4d5e', ['reference #123', 'reference 1a2b3c4']],
  ['node v24.21.0 with --max-old-space-size', ['version 24.21.0', 'flag --max-old-space-size']],
  ['zod@4.6.7 is one version, v1.2 another', ['version 4.6.7', 'version v1.2']],
  [
    'getUserName, MAX_RETRIES, snake_case and kebab-case-word',
    ['identifier getUserName', 'identifier MAX_RETRIES', 'identifier snake_case', 'identifier kebab-case-word'],
  ],
  ['.git/hooks/update.sample, /tmp/run-1.out', ['file hooks/update.sample', 'file tmp/run-1.out']],
  ['rules.mdc, dist/cli.js.map and .env.example', ['file rules.mdc', 'file dist/cli.js.map', 'file .env.example']],
  ['items.map, pkg/paths.AbsPath and pkg/paths.Join', ['identifier AbsPath']],
  ['22841059de2d064b of ENT-52 with --id', ['reference 22841059d', 'reference ENT-52', 'flag --id']],
  ['gRPC and F_OK', ['identifier gRPC', 'identifier F_OK']],
  ['{"said":"first\\nYouAndMe"}', ['identifier YouAndMe']],
  ['store.saveSession(state)', ['identifier saveSession']],
  ['flight HAT023 costs less', ['identifier HAT023']],
  ['Nothing here is a name, not even This.', []],
])('Q1 the names of %j', (line, names) => {
  expect(keys(line)).toEqual(names)
})

test('Q1 a file is known however it is spelt, and told as it is spelt', () => {
  const line = 'src/Harbour/ClaimQueue.ts and Src/Index.ts'
  expect(namesOf(line).map(({ spelling }) => spelling)).toEqual(['ClaimQueue.ts', 'Src/Index.ts'])
  expect(keys(line)).toEqual(['file claimqueue.ts', 'file src/index.ts'])
})

test('Q1 a line of names gives the first of them, each once', () => {
  const line = Array.from({ length: 50 }, (_, at) => `someName${at % 20}`).join(' ')
  expect(namesOf(line)).toHaveLength(20)
  const list = Array.from({ length: 50 }, (_, at) => `someName${at}`).join(' ')
  expect(namesOf(list)).toHaveLength(40)
})

test('Q1 the key of a name, written by itself, is that name', () => {
  const pieces = [
    'src',
    '/',
    'a',
    '.',
    'B',
    '7',
    '_',
    '-',
    'v',
    '1',
    '@',
    '#',
    ':',
    '=',
    'f0',
    '.ts',
    '.out',
    'index',
    ' ',
    'é',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), parts => {
      for (const { key } of namesOf(parts.join(''))) expect(namesOf(key).map(name => name.key)).toContain(key)
    }),
    { numRuns: 5000 },
  )
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

test.each(['a', 'aA', 'a.b', ':1', '/', 'http://', '--a'])(
  'Q1 a line of %j over and over takes time in proportion to its length',
  piece => {
    expect(growthOn(namesOf, repeated(piece), 500_000)).toBeNull()
  },
)
