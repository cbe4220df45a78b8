import { expect, test } from 'vitest'
import { withReadRecord } from './read-record.ts'
import { summarySections } from './summary-items.ts'

const record = `## Goal
¶3 person: Load every order line exactly once.
## Record
¶4 assistant: Numbers were used again in March. I would go with a unique index on the date and the line. …
 It is partial, so that old rows stay out of it.
¶5 person: Let's go with that.
¶18 tool: write_file migrations/004.sql
 + create unique index orders_once on orders (file_date, line_no);
 + alter table orders add column file_date date;
¶38 tool: run node --test loader/ (failed)
 not ok 3 - a killed load can be run again
 error: 'duplicate key value violates unique constraint "orders_once"'
¶39 assistant: The clause \`on conflict\` is missing from \`flush\`. Test 5 passed by luck.
¶40 assistant: export async function flush(pool, batch) {
¶41 tool: run node --test loader/
 # fail 0
## Record
¶40 assistant: await pool.query(statement, batch.flat())
¶44 person: I would go with a unique index on the date and the line.`

const item = (text: string, numbers: readonly number[], speaker: string) => ({ text, numbers, speaker })
const read = (text: string) => withReadRecord(summarySections(text))

test('W20 what a summary has no section for is read from its record: decisions, code, errors with what was said about them', () => {
  expect(read(record).filter(({ name }) => name !== 'record')).toEqual([
    { name: 'goal', items: [item('Load every order line exactly once.', [3], 'person')] },
    {
      name: 'decisions',
      items: [item('I would go with a unique index on the date and the line.', [4, 44], 'assistant')],
    },
    {
      name: 'code',
      items: [
        item(
          '`create unique index orders_once`\ncreate unique index orders_once on orders (file_date, line_no);\nalter table orders add column file_date date;',
          [18],
          'tool',
        ),
        item(
          '`flush(pool, batch)`\nexport async function flush(pool, batch) {\nawait pool.query(statement, batch.flat())',
          [40],
          'assistant',
        ),
      ],
    },
    {
      name: 'errors',
      items: [
        item(
          'duplicate key value violates unique constraint "orders_once" → The clause `on conflict` is missing from `flush`.',
          [38, 39],
          'tool',
        ),
      ],
    },
  ])
})

test('W20 the record stays as it is, and a section that was written is shown as it was written', () => {
  expect(read(record).at(-1)).toEqual(summarySections(record).at(-1))
  const written = `## Decisions\n- One index [¶4, assistant]\n${record}`
  expect(read(written).find(({ name }) => name === 'decisions')?.items).toEqual([item('One index', [4], 'assistant')])
  expect(read('## Goal\n¶1 person: Sail.')).toEqual(summarySections('## Goal\n¶1 person: Sail.'))
})

test('W20 where nobody put a choice in words, its reasons stand for it', () => {
  const reason = 'The index is partial, so that old rows stay out of it.'
  expect(read(`## Record\n¶4 assistant: ${reason}`)[0]).toEqual({
    name: 'decisions',
    items: [item(reason, [4], 'assistant')],
  })
})
