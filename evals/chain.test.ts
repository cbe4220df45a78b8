import { expect, test } from 'vitest'
import { askedLinks, type ChainRow, chainRows } from './chain-rows.ts'
import type { RecordedMessage } from './corpus.ts'
import { reader } from './metric/reader.ts'
import { shippedName } from './quality-shipped.ts'

/** Someone who asks for one file after the other; each turn names the file of an earlier one again. */
const turns = (count: number): readonly RecordedMessage[] =>
  Array.from({ length: count }, (_, turn): readonly RecordedMessage[] => {
    const path = `src/${shelves[turn % shelves.length]}/handler${turn}.ts`
    const earlier = `src/${shelves[(turn >> 1) % shelves.length]}/handler${turn >> 1}.ts`
    return [
      { role: 'user', content: `Please read ${path} and compare it with ${earlier}.` },
      { role: 'assistant', content: '', toolCalls: [{ id: `c${turn}`, name: 'Read', args: { path } }] },
      { role: 'tool', toolCallId: `c${turn}`, content: `export const handler${turn} = () => {}\n`.repeat(20) },
      {
        role: 'assistant',
        content: `${path} exports handler${turn}, as ${earlier} exports handler${turn >> 1}.\n${helpers(turn)}`,
      },
    ]
  }).flat()

/** What else a file exports: more names than a few lines hold. */
const helpers = (turn: number): string =>
  ['parse', 'check', 'store', 'render']
    .map(verb => `- ${verb}Handler${turn} since v${turn}.2.${verb.length}`)
    .join('\n')

const shelves = ['orders', 'invoices', 'customers', 'shipping', 'returns']

/** Twenty compactions in a row. */
async function play(): Promise<readonly ChainRow[]> {
  const rows: ChainRow[] = []
  const conversation = { id: '1', window: 6_000, messages: turns(120) }
  for await (const row of chainRows(conversation, reader(new Set()))) rows.push(row)
  return rows
}

const played = play()

test('Q3 a conversation is compacted again and again by what ships, and every other method from its own last text', async () => {
  const rows = await played
  expect(rows.map(({ link }) => link)).toEqual(rows.map((_, at) => at + 1))
  for (const { link, scores, size } of rows) {
    expect(size).toBeLessThan(0.8)
    const shares = Object.values(scores).flatMap(score => Object.values(score))
    expect(shares.every(share => share === null || (share >= 0 && share <= 1))).toBe(true)
    if (!askedLinks.includes(link)) expect(scores).toEqual({})
  }
  const [first, fifth] = [rows[0]!.scores, rows[4]!.scores]
  expect(Object.keys(first)).toContain(shippedName)
  expect(first[shippedName]!['fwd any']).toBeGreaterThan(0.5)
  // Who goes on from what is left cannot have more than was there.
  expect(fifth.truncation!.salient!).toBeLessThan(first.truncation!.salient!)
})

test('Q2 the eighth compaction keeps as many of all facts so far as the first; where the room is out, the text says so', async () => {
  const rows = await played
  expect(rows).toHaveLength(20)
  for (const { retention } of rows.slice(0, 8)) expect(retention).toBeGreaterThanOrEqual(0.9)
  for (const { retention, isMarked } of rows) expect(isMarked).toBe(retention < 0.9)
  expect(rows.at(-1)!.isMarked).toBe(true)
})
