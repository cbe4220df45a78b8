import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CompactResponse } from '../../client/api/compaction-contract.ts'
import { Checks } from './Checks.tsx'
import { PreviewFigures } from './PreviewFigures.tsx'

const preview: Extract<CompactResponse, { type: 'preview' }> = {
  type: 'preview',
  folding: [2, 3, 4, 5],
  keeping: [1, 6, 7, 8, 9],
  before: 45_230,
  after: 18_450,
  retention: 0.97,
  facts: 118,
  cost: 0.004,
  gates: [],
  warnings: [],
  kept: [
    { reason: 'opening', numbers: [1], tokens: 620, excerpt: 'We export invoices.' },
    { reason: 'protected', numbers: [6, 7], tokens: 412, excerpt: 'Never write to billing.invoices' },
    { reason: 'recent', numbers: [8, 9], tokens: 8_903, excerpt: 'Which of the routes' },
  ],
  text: 'Goal',
  tokens: 1_860,
  budget: 2_000,
}

/** The words of a page, one for each element that has any. */
const wordsIn = (html: string): readonly string[] =>
  html
    .replace(/<\/(?:dd|li|h3|summary)>/g, '\n')
    .replace(/<\/dt>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

test('C14 a dry run shows tokens, what folds and stays, protected messages, facts, retention and cost', () => {
  expect(wordsIn(renderToStaticMarkup(<PreviewFigures preview={preview} />))).toEqual([
    'What would happen',
    'Tokens now 45,230',
    'After 18,450',
    'Saved 59%',
    'Messages folded 4',
    'Kept word for word 5',
    'Protected 3',
    'Facts found 118',
    'Retention 97%',
    'Cost $0.004',
    'Stays as it is',
    '¶ 1 First message, 620',
    '¶ 6–7 Never write to billing.invoices, 412',
    '¶ 8–9 The last 2 messages, 8,903',
  ])
})

test('Q4 the checks are counted, and each is named', () => {
  const gates = [
    { gate: 'cut-off', outcome: 'passed' },
    { gate: 'secret', outcome: 'repaired' },
  ] as const
  const told = (by: 'summariser' | 'person') => wordsIn(renderToStaticMarkup(<Checks gates={gates} by={by} />))
  expect(told('summariser')).toEqual([
    'Checks:  1 passed · 1 repaired',
    'It is complete',
    'It contains no secretsrepaired',
  ])
  expect(told('person')[0]).toBe('Checks:  1 passed · 1 repaired · edited by you, and used as written')
})
