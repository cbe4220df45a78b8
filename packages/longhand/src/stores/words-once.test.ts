import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestDatabase } from '../testing/store-contract/database.ts'
import { embeddedForTests } from '../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../testing/store-contract/postgres.ts'
import { indexed, wordsOnce } from './storable.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const open = [embeddedForTests, ...(hasPostgres() ? [postgresForTests] : [])]
const databases: TestDatabase[] = []
beforeAll(async () => {
  for (const each of open) databases.push(await each())
})
afterAll(async () => {
  await Promise.all(databases.map(({ close }) => close()))
})

/** Pieces of which Postgres makes words: addresses, numbers, tags, entities, and signs that join or part. */
const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'b1',
    'Straße',
    'x@y.org',
    'http://a.b/c?d',
    '-1.5e3',
    '&amp;',
    'a-b-c',
    '/etc/x',
    '<i>',
    '日本',
  ),
  fc.constantFrom(' ', '  ', '\n', '\t', '\v', '\f', '\r', '\u00a0', '\u2028', '\ufeff', '\u200b'),
  fc.constantFrom('.', ',', '-', '_', '/', ':', '@', '=', '&', ';', "'", '"', '(', '+', '#', '%'),
  fc.string({ unit: 'binary', maxLength: 3 }).filter(text => text.isWellFormed() && !text.includes('\u0000')),
)

test('F6 each word once gives an index the same words', async () => {
  const texts = fc.sample(fc.string({ unit: piece, maxLength: 40 }), 3_000).map(text => text.replace(/[<>]/g, ' '))
  const given = texts.map(indexed)
  for (const { run, name } of databases) {
    const different = await run(
      `select a, b from unnest($1::text[], $2::text[]) x(a, b)
       where strip(to_tsvector('simple', a)) <> strip(to_tsvector('simple', b))`,
      [given, given.map(wordsOnce)],
    )
    expect(different, name).toEqual([])
  }
})
