import { describe, expect, test } from 'vitest'
import type { RecordedMessage } from '../corpus.ts'
import { type Cut, historyOf } from './cut.ts'
import { questionsAt } from './questions.ts'
import { reader } from './reader.ts'
import { score } from './score.ts'

const says = (role: 'user' | 'assistant', content: string): RecordedMessage => ({ role, content })
const calls = (id: string, name: string, args: Record<string, string>): RecordedMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: [{ id, name, args }],
})
const answers = (id: string, content: string): RecordedMessage => ({ role: 'tool', toolCallId: id, content })

const history: readonly RecordedMessage[] = [
  says('user', 'Please mend parseConfig. You must never touch the legacy_table of the database.'),
  calls('1', 'Read', { file_path: 'src/settings.ts' }),
  answers('1', 'export function parseConfig(rawText) {\n  return lonelyHelper(rawText)\n}'),
  calls('2', 'Bash', { command: 'npm test' }),
  answers('2', 'Error: cannot read property of undefined in parse step'),
  says('assistant', 'The root cause is the missing default, because rawText may be empty there.'),
  calls('3', 'Edit', { file_path: 'src/settings.ts', old_string: 'a', new_string: 'b' }),
  answers('3', 'ok, rawText it is'),
]

/** The assistant remembers `parseConfig` and `rawText`, and looks `lonelyHelper` up before it writes it. */
const future: readonly RecordedMessage[] = [
  calls('4', 'Edit', { file_path: 'src/other.ts', new_string: 'const done = parseConfig(rawText)' }),
  answers('4', 'return lonelyHelper(rawText) is here'),
  says(
    'assistant',
    'Then lonelyHelper(rawText) goes.\nError cannot read property of undefined in parse step is solved.',
  ),
]

const cut: Cut = { recording: 'r', share: 0.5, history: historyOf(history), future }
const read = reader(new Set())
const questions = questionsAt(cut, read)
const names = (ids: readonly number[]) => ids.map(read.entityName).toSorted()
const scored = (kept: readonly number[], ...texts: readonly string[]) =>
  score(questions, cut.history, { kept, texts }, read)

describe('Q3 what is asked at a cut', () => {
  test('names that were written from memory are told from those that were looked up again', () => {
    expect(names(questions.strict)).toEqual(['name parseConfig', 'name rawText'])
    expect(names(questions.any)).toEqual(['name lonelyHelper', 'name parseConfig', 'name rawText'])
    expect(questions.linked).toHaveLength(1)
  })

  test('what was seen last in the newest tenth is not old', () => {
    expect(names(questions.old)).toEqual(['name parseConfig'])
  })

  test('a name that one tool printed once is not salient', () => {
    expect(names(questions.salient)).toEqual([
      'file settings.ts',
      'name legacy_table',
      'name parseConfig',
      'name rawText',
    ])
    expect(names(questions.modified)).toEqual(['file settings.ts'])
  })

  test('sentences and echoes are found', () => {
    const { constraint, decision, error } = questions.sentences
    expect([constraint.length, decision.length, error.length, questions.fixes.length]).toEqual([1, 1, 1, 1])
    expect(questions.echoes).toHaveLength(1)
  })

  test('names that any model knows are not asked for', () => {
    const ignoring = reader(new Set(['name parseConfig']))
    expect(questionsAt(cut, ignoring).strict.map(ignoring.entityName)).toEqual(['name rawText'])
  })
})

describe('Q3 a context is scored by what it still holds', () => {
  test('the whole history holds everything', () => {
    const all = scored(history.map((_, at) => at))
    expect(Object.values(all).every(share => share === 1 || share === null)).toBe(true)
  })

  test('nothing holds nothing', () => {
    expect(Object.values(scored([])).every(share => share === 0 || share === null)).toBe(true)
  })

  test('a list of names has the names, but not their relation', () => {
    const listed = scored([], 'parseConfig\nrawText')
    expect(listed['fwd strict']).toBe(1)
    expect(listed.linked).toBe(0)
    expect(scored([], 'parseConfig(rawText)').linked).toBe(1)
  })

  test('a sentence counts in other words as long as most of its words stand on one line', () => {
    expect(scored([], 'never touch legacy_table of the database').constraints).toBe(1)
    expect(scored([], 'never touch\nlegacy_table\nof the database').constraints).toBe(0)
    expect(scored([0]).constraints).toBe(1)
  })

  test('an error without the file that mended it is only half of the story', () => {
    const line = 'Error: cannot read property of undefined in parse step'
    expect(scored([], line)).toMatchObject({ errors: 1, 'error+fix': 0 })
    expect(scored([], line, 'src/settings.ts')).toMatchObject({ errors: 1, 'error+fix': 1 })
  })

  test('line60 asks for the line, not for its names', () => {
    expect(scored([], 'cannot read property of undefined in the parse step').line60).toBe(1)
    expect(scored([], 'something undefined happened').line60).toBe(0)
  })
})

test('an edit that was turned down modified nothing', () => {
  const refused: readonly RecordedMessage[] = [
    calls('5', 'Edit', { file_path: 'src/refused.ts', old_string: 'a', new_string: 'b' }),
    { ...answers('5', 'The person said no.'), meta: { isError: true } },
  ]
  const asked = questionsAt({ ...cut, history: historyOf([...history, ...refused]) }, read)
  expect(names(asked.modified)).toEqual(['file settings.ts'])
})
