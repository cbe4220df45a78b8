import { expect, test } from 'vitest'
import { titleFromText } from './title.ts'

test.each([
  ['Order flour', 'Order flour'],
  ['\n\n## **Ledger** plan\n\nPlease look.', 'Ledger plan'],
  ['> quoted\nand more', 'quoted'],
  ['Fix the loader. It dies at night, and nobody knows why it does that.', 'Fix the loader.'],
  [
    'We have to talk about the price of rye flour and about everything else that has become dear',
    'We have to talk about the price of rye flour and about…',
  ],
  ['🥐'.repeat(80), `${'🥐'.repeat(60)}…`],
  ['<system-reminder>\nBe kind.\n</system-reminder>\nOrder flour', 'Order flour'],
  ['<command-name>/review</command-name>\n<command-args>the parser</command-args>', '/review the parser'],
  ['   \n ', null],
  ['', null],
])('K9 %j is called %j', (text, title) => {
  expect(titleFromText(text)).toBe(title)
})
