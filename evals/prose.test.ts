import { expect, test } from 'vitest'
import { proseBaselines } from './baselines/prose-lines.ts'
import { hasCorpus } from './corpus.ts'
import { compactedTokens } from './metric/compacted.ts'
import { historyOf } from './metric/cut.ts'
import { finder, type Question } from './metric/prose-score.ts'
import { proseWords, rarityIn } from './metric/prose-words.ts'
import { defaultProse, proseConversations } from './prose-corpus.ts'
import { examineProse } from './prose-examine.ts'
import { printProse } from './prose-report.ts'

const absent = !hasCorpus(defaultProse)
if (absent) console.error(`NOT RUN: the evaluation needs the conversations in ${defaultProse}.`)

const messages = [
  'We met Mrs Okafor in Lisbon on 12 May.',
  'Nice!',
  'Her number is 408-247-8880, she said.',
  '它是2001年12月28日上映的。',
]
const asked: Question = {
  conversation: 'one',
  source: 'one',
  question: 'What number did we get in Lisbon?',
  answer: '408-247-8880',
  evidence: [0, 2],
}

test.each([
  ['all of it', messages, { evidence: 1, turns: 1, focus: 1, answer: 1 }],
  ['nothing', [], { evidence: 0, turns: 0, focus: 0, answer: 0 }],
  ['the number alone', ['408-247-8880'], { evidence: 0, turns: 0, focus: 0, answer: 1 }],
  ['most words of one', ['Mrs Okafor, Lisbon, 12 May'], { evidence: 0, turns: 0.5, focus: 0, answer: 0 }],
  ['its words apart', ['Okafor', 'Lisbon', 'May 12', 'met'], { evidence: 0, turns: 0, focus: 0, answer: 0 }],
])('Q3 a question finds its evidence in %s or not', (_, left, found) => {
  expect(finder(messages, rarityIn(messages), left)(asked)).toEqual(found)
})

test('Q3 words are singular, numbers whole, and Chinese is read in pairs of characters', () => {
  expect(proseWords('The well-known numbers: 1,200 and 7:30')).toEqual(['known', 'number', '1200', '7:30'])
  expect(proseWords('上映了2001年')).toEqual(['上映', '映了', '2001'])
})

test('Q3 what prose is compared with stays within the budget', () => {
  const history = historyOf(messages.map(content => ({ role: 'user', content })))
  for (const { compact } of proseBaselines)
    for (const budget of [0, 10, 20, 40])
      expect(compactedTokens(history, compact(history, budget))).toBeLessThanOrEqual(budget)
})

test.skipIf(absent)('Q3 every method is asked every question of a real conversation', async () => {
  for await (const conversation of proseConversations(defaultProse, 50)) {
    if (conversation.recording.messages.length > 200) continue
    const rows = await examineProse(conversation, [10])
    expect(rows.length).toBe(conversation.questions.length * 2 * (proseBaselines.length + 1))
    for (const { table, used } of rows) if (table === 'extract') expect(used).toBeLessThanOrEqual(0.101)
    return
  }
})

test.skipIf(absent)('Q3 every second chat of each set is held out', async () => {
  const halves = new Map<string, number[]>()
  for await (const { questions, half } of proseConversations(defaultProse, null))
    halves.set(questions[0]!.source, [...(halves.get(questions[0]!.source) ?? []), half])
  expect(halves.size).toBeGreaterThan(1)
  for (const found of halves.values()) expect(found).toEqual(found.map((_, at) => (at % 2) + 1))
})

test('Q3 the report tells the chats that rates were chosen on from those held out', () => {
  const found = { turns: 1, focus: 1, answer: 1, used: 0.1, receipt: null }
  const asked = { source: 'chats', conversation: 'one', question: 'Where?' }
  const row = { ...asked, ...found, table: 'view', percent: 10, method: 'one' } as const
  const rows = [
    { ...row, half: 1, evidence: 1 },
    { ...row, half: 2, evidence: 0 },
    { ...row, half: 2, evidence: 1 },
    { ...row, half: 2, evidence: 0 },
  ] as const
  expect(printProse(rows)).toContain('| one | 50 | 100 | 33 |')
})
