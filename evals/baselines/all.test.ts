import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedMessage } from '../corpus.ts'
import { compactedTokens } from '../metric/compacted.ts'
import { historyOf } from '../metric/cut.ts'
import { baselines } from './all.ts'

const line = fc.lorem({ maxCount: 12 })
const step = fc.tuple(line, fc.array(line, { maxLength: 12 })).map(([command, output]): readonly RecordedMessage[] => [
  { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'Bash', args: { command } }] },
  { role: 'tool', toolCallId: '1', content: output.join('\n') },
])
const turn = fc
  .tuple(line, fc.array(step, { maxLength: 4 }), line)
  .map(([asked, steps, told]): readonly RecordedMessage[] => [
    { role: 'user', content: asked },
    ...steps.flat(),
    { role: 'assistant', content: told },
  ])
const talk = fc.array(turn, { minLength: 1, maxLength: 8 }).map(turns => historyOf(turns.flat()))

describe.each(baselines.map(baseline => [baseline.name, baseline] as const))('N3 %s', (_, { compact }) => {
  test('stays within the budget and is the same every time', () => {
    fc.assert(
      fc.property(talk, fc.double({ min: 0, max: 1, noNaN: true }), (history, share) => {
        const budget = history.total * share
        const compacted = compact(history, budget)
        expect(compactedTokens(history, compacted)).toBeLessThanOrEqual(budget)
        expect(new Set(compacted.kept).size).toBe(compacted.kept.length)
        expect(compact(history, budget)).toEqual(compacted)
      }),
      { numRuns: 300 },
    )
  })
})

test('N3 what each policy keeps first, its rule says', () => {
  const history = historyOf([
    { role: 'user', content: 'the oldest wish of the person' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: '1', name: 'Edit', args: { file_path: 'src/a.ts', new_string: 'x' } }],
    },
    { role: 'tool', toolCallId: '1', content: 'output '.repeat(200) },
    { role: 'assistant', content: 'the concluding answer' },
    { role: 'user', content: 'the newest wish' },
    { role: 'assistant', content: 'working on it' },
  ])
  const keeps = Object.fromEntries(baselines.map(({ name, compact }) => [name, compact(history, 90)]))
  expect(keeps.truncation?.kept).toEqual([3, 4, 5])
  expect(keeps['head + tail']?.kept).toEqual([0, 3, 4, 5])
  expect(keeps['tool-output masking']?.kept).toEqual([0, 1, 3, 4, 5])
  expect(keeps['Codex policy']?.kept).toEqual([0, 4])
  expect(keeps['cline policy']?.kept).toEqual(expect.arrayContaining([0, 3, 4, 5]))
  expect(keeps['cline policy']?.texts.join('\n')).toContain('Files edited:\na.ts')
})
