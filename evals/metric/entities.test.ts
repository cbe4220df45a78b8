import { describe, expect, test } from 'vitest'
import { growthOn } from '../../packages/longhand/src/testing/growth/growth.ts'
import { repeated } from '../../packages/longhand/src/testing/growth/hostile-text.ts'
import { entitiesOn } from './entities.ts'

describe('Q3 the metric finds the names on a line', () => {
  test.each([
    ['Edited src/auth/Session.ts:42 today', ['file session.ts']],
    ['see cmd/cli/main.go and docs/README.md', ['file cli/main.go', 'file docs/readme.md']],
    ['call `parseConfig(raw_text)` on UserStore', ['name parseConfig', 'name raw_text', 'name UserStore']],
    ['fixed in 3f2a91c, closes #128 and ENT-52', ['mark 3f2a91c', 'mark #128', 'mark ENT-52']],
    ['npm i zod@4.6.7 --save-dev', ['mark 4.6.7', 'mark --save-dev']],
    [
      'TypeError: ENOENT at https://example.org/a?b=1.',
      ['mark https://example.org/a?b=1', 'name TypeError', 'name ENOENT'],
    ],
    ['{"said":"first\\nYouAndMe"}', ['name YouAndMe']],
    ['just plain words, e.g. these and 1234567', []],
  ])('%s', (line, found) => {
    expect(entitiesOn(line)).toEqual(expect.arrayContaining(found))
    expect(entitiesOn(line)).toHaveLength(found.length)
  })

  test.each(['aB.', 'a/', 'https://'])('a wall of %j takes time in proportion to its length', piece => {
    expect(growthOn(entitiesOn, repeated(piece), 250_000)).toBeNull()
  })
})
