import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runToEnd } from '../core/steps.ts'
import type { TestDatabase } from '../testing/store-contract/database.ts'
import { embeddedForTests } from '../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../testing/store-contract/postgres.ts'
import { indexed } from './storable.ts'
import { weightInIndex, wordsOnce } from './words-once.ts'

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
      [given, texts.map(text => runToEnd(wordsOnce([text])))],
    )
    expect(different, name).toEqual([])
  }
})

test('D8 no word takes more of the index than is set aside for it', async () => {
  const strange = fc.oneof(
    fc.constantFrom('İ', 'Ⱥ', 'ẞ', 'é', 'я', 'ก่', 'क्षि', '😀', '𠀀', '1e5', '2x', '://', 'www.'),
    piece,
  )
  const words = fc
    .sample(fc.string({ unit: strange, minLength: 1, maxLength: 30 }), 20_000)
    .flatMap(text => text.split(/[<>\s]+/).filter(word => word !== ''))
  for (const { run, name } of databases) {
    const heavier = await run(
      `select word, bytes, weight from unnest($1::text[], $2::int[]) x(word, weight)
       cross join lateral (select sum(octet_length(lexeme) + 4 + cardinality(positions)) as bytes from unnest(to_tsvector('simple', word))) y
       where bytes > weight`,
      [words, words.map(weightInIndex)],
    )
    expect(heavier, name).toEqual([])
  }
})

test('D8 a text of any length gives an index the words of its pieces, those without spaces too', async () => {
  const filler = fc.constantFrom('lorem ipsum ', '{"a":"b"},', '長い文章。', 'a/b.c/', '😀', 'x'.repeat(3_000))
  const texts = fc.sample(fc.tuple(filler, fc.nat(40_000), filler), 60).map(([before, length, after]) => {
    const start = before
      .repeat(Math.ceil(length / before.length))
      .slice(0, length)
      .toWellFormed()
    return `${start} needle-one a_needle src/needle.ts ${after.repeat(Math.ceil(40_000 / after.length))}`
  })
  const query = `'needle-one' & 'aneedle' & 'src/needle.ts'`
  for (const { run, name } of databases) {
    const missed = await run(
      `select words from unnest($1::text[]) x(words) where not to_tsvector('simple', words) @@ $2::tsquery`,
      [texts.map(text => runToEnd(wordsOnce([text]))), query],
    )
    expect(missed, name).toEqual([])
  }
})
