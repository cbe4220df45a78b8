import { expect, test } from 'vitest'
import { sampleConversation } from '../../testing/samples/conversation.sample.ts'
import { prune } from './prune.ts'
import { survey } from './survey.ts'
import { valuesOf } from './values.ts'
import { learntWeights } from './weights.ts'
import { worthOf } from './worth.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const seen = survey(sampleConversation())
const scales = { survey: seen, values: valuesOf(seen, worthOf(seen, learntWeights)), count }

const prose = [
  '## State',
  'A lot has happened since, and much of it was rather pleasant to see.',
  'takeToken in src/server/token-bucket.ts refills a TokenBucket lazily.',
  '## Mood',
  'Everybody was in good spirits all the time, as far as one can tell from here.',
].join('\n')

test('Q4 prose loses the lines that tell least first, and a heading goes with the last line under it', () => {
  expect(prune(prose, 22, scales)).toBe(
    '## State\ntakeToken in src/server/token-bucket.ts refills a TokenBucket lazily.',
  )
})

test('Q4 what one line has told is not worth telling again', () => {
  const twice = `${prose}\nAgain: takeToken in src/server/token-bucket.ts refills a TokenBucket.`
  expect(prune(twice, 40, scales).match(/takeToken/g)).toHaveLength(1)
})
