import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarySections } from './summary-items.ts'

test('W3 each item of a summary says who said it and where', () => {
  const text = `## Decisions
- Claim jobs with \`skip locked\`; no Redis [¶24, assistant]
* Key per customer [17–18, person]

## Files
created src/claim.ts (¶24)
## Record
¶15 tool: npm test (failed)
 1 failed: duplicate key
nobody knows
Also named:
¶16: mail.ts, queue.ts`
  expect(summarySections(text)).toEqual([
    {
      name: 'decisions',
      items: [
        { text: 'Claim jobs with `skip locked`; no Redis', numbers: [24], speaker: 'assistant' },
        { text: 'Key per customer', numbers: [17, 18], speaker: 'person' },
      ],
    },
    { name: 'files', items: [{ text: 'created src/claim.ts', numbers: [24], speaker: 'tool' }] },
    {
      name: 'record',
      items: [
        { text: 'npm test (failed)\n1 failed: duplicate key', numbers: [15], speaker: 'tool' },
        { text: 'nobody knows', numbers: [], speaker: null },
        { text: 'Also named:', numbers: [], speaker: null },
        { text: 'mail.ts, queue.ts', numbers: [16], speaker: null },
      ],
    },
  ])
})

test('W3 a text without headings is shown all the same', () => {
  expect(summarySections('Just words.')).toEqual([
    { name: 'record', items: [{ text: 'Just words.', numbers: [], speaker: null }] },
  ])
})

test('W3 a section that comes twice, in prose and in the ledger, is one and says nothing twice', () => {
  const sections = summarySections('## Record\n¶2 tool: a\n## Files\nread b\n## Record\n¶2 tool: a\n¶4 tool: c')
  expect(sections.map(({ name, items }) => [name, ...items.map(({ text }) => text)])).toEqual([
    ['files', 'read b'],
    ['record', 'a', 'c'],
  ])
})

test('F6 no text makes it fail or run on', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('¶', '1', '9', '-', '–', '[', ']', ',', ' ', '\n', '#', 'a') }),
      text => {
        for (const { items } of summarySections(text))
          expect(items.every(({ numbers }) => numbers.length < 2000)).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})
