import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import { assistant, type Message, user } from '../core/message.ts'
import { extract } from './extract.ts'

const numbered = (messages: readonly Message[]) => messages.map((message, at) => ({ number: at + 1, message }))
const count = (text: string): number => Math.ceil(text.length / 4)

const textFor = (messages: readonly Message[], budget: number): string =>
  extract({ messages: numbered(messages), staying: new Set(), prose: null, budget, targetRetention: 1, count }).text

/** A request, and the work on it that names a lot. */
const turn = (request: string, at: number): readonly Message[] => [
  user(request),
  ...Array.from({ length: 25 }, (_, step) =>
    assistant(
      `We decided to move parseHeader${at}_${step} into src/module${at}/file${step}.ts because of loadTable${step}.`,
    ),
  ),
]

test('Q2 every typed request keeps a line, whatever else there is to say', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 25 }), requests => {
      const wishes = Array.from({ length: requests }, (_, at) => `Now turn to chapter ${at} of the book`)
      const messages = wishes.flatMap(turn)
      const whole = messages.reduce((sum, { parts }) => sum + count(JSON.stringify(parts)), 0)
      const text = textFor(messages, Math.round(whole * 0.25))
      expect(wishes.filter(wish => !text.includes(wish))).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('Q2 where there is no room for a line of each, the newest requests keep theirs', () => {
  const wishes = Array.from({ length: 60 }, (_, at) => `Now turn to chapter ${at} of the book`)
  const text = textFor(wishes.flatMap(turn), 1_500)
  const kept = wishes.flatMap((wish, at) => (text.includes(wish) ? [at] : []))
  const newest = kept.filter(at => at !== 0)
  expect(newest.length).toBeGreaterThan(2)
  expect(newest).toEqual(Array.from({ length: newest.length }, (_, at) => 60 - newest.length + at))
})

const questions = {
  questions: [
    {
      question: 'Where should the tests be?',
      header: 'Folder',
      options: [
        { label: 'Own folder', description: 'Cleaner, and easy to run alone' },
        { label: 'Beside the code', description: 'Shares the setup of integrationTests' },
      ],
    },
    {
      question: 'Which helper should they use?',
      options: [
        { label: 'Import testEnv', description: 'No copies' },
        { label: 'A copy of it', description: 'Nothing to import' },
      ],
    },
  ],
}
const answered =
  'User has answered your questions: "Where should the tests be?"="Own folder", "Which helper should they use?"="A copy of it". You can now continue.'
const choices = { question: 'How far should I go?', choices: ['Drop the fallback', 'Keep a minimal fallback'] }

test.each<readonly [string, Json, string, readonly string[], readonly string[]]>([
  [
    'AskUserQuestion',
    questions,
    answered,
    ['"Own folder"', '"A copy of it"'],
    ['Beside the code', 'integrationTests', 'Import testEnv'],
  ],
  ['ask_user', choices, 'User responded: the fallback is too heavy', ['the fallback is too heavy'], ['minimal']],
  ['ask_followup_question', choices, 'User selected: Drop the fallback', ['selected: Drop the fallback'], ['minimal']],
])(
  'Q2 the answer to %s is the person’s, and stands without the options they rejected',
  (name, input, output, answers, rejected) => {
    const messages: readonly Message[] = [
      ...turn('Write the tests', 1),
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'q', name, input }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'q', name, outcome: 'ok', output }] },
      ...turn('Go on with it', 2),
      ...turn('And further', 3),
    ]
    for (const budget of [800, 1_600, 4_000]) {
      const text = textFor(messages, budget)
      for (const answer of answers) expect(text).toContain(answer)
      for (const option of rejected) expect(text).not.toContain(option)
      expect(text).toMatch(/¶28 person:/)
    }
  },
)

test('Q2 a question that nobody answered keeps its options', () => {
  const messages: readonly Message[] = [
    user('Write the tests'),
    { role: 'assistant', parts: [{ type: 'tool-call', callId: 'q', name: 'AskUserQuestion', input: questions }] },
    {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'q', name: 'AskUserQuestion', outcome: 'denied', output: 'No answer' }],
    },
  ]
  expect(textFor(messages, 2_000)).toContain('Beside the code')
})

/** Three sentences a turn, none of which is a rule, and far more work than fits. */
const chatter = (at: number): string =>
  `I was looking at chapter ${at} again. It reads well so far. Chapter ${at + 1} seems thinner.`

test('Q2 beside the budget every word that the person typed stands there, while it fits what the text may grow to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 20 }), turns => {
      const typed = Array.from({ length: turns }, (_, at) => chatter(at))
      const job = { messages: numbered(typed.flatMap(turn)), staying: new Set<number>(), prose: null, count }
      const { text } = extract({ ...job, budget: 600, typedBudget: 40 * turns, targetRetention: 1 })
      const sentences = typed.flatMap(words => words.split(/(?<=\.) /))
      expect(sentences.filter(sentence => !text.includes(sentence))).toEqual([])
      expect(count(text)).toBeLessThanOrEqual(600 + 40 * turns)
    }),
    { numRuns: 20 },
  )
})

test('Q2 where the typed words take more than their room, the newest stay', () => {
  const typed = Array.from({ length: 30 }, (_, at) => chatter(at))
  const job = { messages: numbered(typed.flatMap(turn)), staying: new Set<number>(), prose: null, count }
  const { text } = extract({ ...job, budget: 400, typedBudget: 300, targetRetention: 1 })
  const isWhole = (words: string) => words.split(/(?<=\.) /).every(sentence => text.includes(sentence))
  expect(typed.slice(-5).filter(words => !isWhole(words))).toEqual([])
  expect(typed.slice(1, 15).filter(isWhole)).toEqual([])
})
