import { expect, test } from 'vitest'
import type { RecordedMessage, Recording } from '../corpus.ts'
import { cutsOf, messageTokens } from './cut.ts'
import { countTokens } from './tokens.ts'

/** Steps of a call and its long result: 1,000 tokens and a little. */
const steps = (count: number): readonly RecordedMessage[] =>
  Array.from({ length: count }).flatMap((_, at): readonly RecordedMessage[] => [
    { role: 'assistant', content: '', toolCalls: [{ id: `${at}`, name: 'Read', args: {} }] },
    { role: 'tool', toolCallId: `${at}`, content: 'word '.repeat(1000) },
  ])

const recording = (messages: readonly RecordedMessage[], compactions: Recording['compactions'] = []): Recording => ({
  id: 'r',
  source: 's',
  licence: 'MIT',
  title: '',
  format: 'x',
  messages,
  compactions,
})

test('Q3 an epoch is cut at 50, 70 and 85%, never between a call and its result', () => {
  const cuts = cutsOf(recording(steps(60)))
  expect(cuts.map(({ share }) => share)).toEqual([0.5, 0.7, 0.85])
  expect(cuts.map(({ history }) => history.messages.length)).toEqual([60, 84, 102])
  for (const { future } of cuts) expect(future[0]?.role).toBe('assistant')
})

test('Q3 a recorded compaction ends an epoch', () => {
  const compaction = { index: 60, kind: 'x', trigger: null, preTokens: 0 }
  const cuts = cutsOf(recording([...steps(30), { role: 'user', content: 'the summary' }, ...steps(40)], [compaction]))
  expect(cuts.slice(0, 2).every(({ history, future }) => history.messages.length + future.length === 60)).toBe(true)
  expect(cuts[2]?.history.messages[0]?.content).toBe('the summary')
})

test('Q3 short epochs and cuts with hardly any future are left out', () => {
  expect(cutsOf(recording(steps(11)))).toEqual([])
  expect(cutsOf(recording(steps(14))).map(({ share }) => share)).toEqual([0.5])
})

test('Q3 where a cut would fall between a long call and its result, the result stays with it', () => {
  const wordy = steps(61).map(message =>
    message.role === 'tool'
      ? { ...message, content: 'word '.repeat(700) }
      : { ...message, toolCalls: [{ ...message.toolCalls![0]!, args: 'word '.repeat(1000) }] },
  )
  for (const { future } of cutsOf(recording(wordy))) expect(future[0]?.role).toBe('assistant')
})

test('Q3 a message costs what a model is sent of it, blank space and the names of tools and parameters included', () => {
  const content = 'if (ready) {\n\n        start()\n}\n'
  const args = { file_path: 'src/start.ts' }
  expect(messageTokens({ role: 'tool', toolCallId: '1', content })).toBe(4 + countTokens(content))
  expect(messageTokens({ role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'Read', args }] })).toBe(
    4 + countTokens('Read') + countTokens('{"file_path":"src/start.ts"}'),
  )
})
