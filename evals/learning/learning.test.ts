import { expect, test } from 'vitest'
import { learntWeights } from '../../packages/longhand/src/facts/choosing/weights.ts'
import type { RecordedMessage } from '../corpus.ts'
import { historyOf } from '../metric/cut.ts'
import { lessonOf } from './lessons.ts'
import { regress } from './logistic.ts'
import { unseenWeights, weightsFor } from './weights-for.ts'

test('a regression finds the weights that made the samples', () => {
  const samples = Array.from({ length: 2_000 }, (_, at) => {
    const traits = [Math.sin(at), Math.cos(at * 7)]
    return { traits, happened: 1 / (1 + Math.exp(-(2 * traits[0]! - traits[1]! + 0.5))), counts: 1 }
  })
  const [a, b, base] = regress(samples)
  expect(a).toBeCloseTo(2, 1)
  expect(b).toBeCloseTo(-1, 1)
  expect(base).toBeCloseTo(0.5, 1)
})

test('a lesson gives credit for what the assistant wrote again, and shares it among lines that say the same', () => {
  const says = (role: RecordedMessage['role'], content: string): RecordedMessage => ({ role, content })
  const history = historyOf([
    says('user', 'The parser loses every second comment line.'),
    says('assistant', 'parseLine drops a comment when tokenStream ends there.'),
    says('assistant', 'So parseLine drops a comment when tokenStream ends early.'),
  ])
  const future = [says('assistant', 'As said, parseLine drops a comment when tokenStream ends.')]
  const { survey, passages, names, pairs } = lessonOf({ recording: 'r', share: 0.5, history, future })
  expect(passages).toEqual([0, 0.5, 0.5])
  expect(survey.names.filter((_, at) => names[at] === 1).map(({ key }) => key)).toEqual(['parseLine', 'tokenStream'])
  expect(pairs).toEqual([1])
})

test('a recording is measured with weights that its repository has not taught; unknown ones with those that ship', () => {
  const known = Object.keys(unseenWeights)
  expect(known.length).toBeGreaterThanOrEqual(5)
  for (const repository of known)
    expect(weightsFor({ source: `${repository} (session 7)` })).toBe(unseenWeights[repository])
  expect(weightsFor({ source: 'github:somebody/something' })).toBe(learntWeights)
})
