import type { LanguageModelUsage } from 'ai'
import { expect, test } from 'vitest'
import { usageOf } from './usage.ts'

const step = (input: number | undefined, output?: number): { usage: LanguageModelUsage } => ({
  usage: {
    inputTokens: input,
    inputTokenDetails: { noCacheTokens: 1, cacheReadTokens: 300, cacheWriteTokens: undefined },
    outputTokens: output,
    outputTokenDetails: { textTokens: 1, reasoningTokens: 7 },
    totalTokens: 9999,
  },
})

test('T3 only the last step counts: the sum over steps says nothing about the window', () => {
  const usage = usageOf([step(100, 10), step(400, 20)])
  expect(usage).toEqual({ input: 400, output: 20, cacheRead: 300, cacheWrite: 0, reasoning: 7 })
})

test('T2 a step that failed reported nothing, and nothing is not zero', () => {
  expect(usageOf([])).toBeNull()
  expect(usageOf([step(100), step(undefined)])).toBeNull()
  expect(usageOf([step(0, 0)])).toBeNull()
})

test('L6 usage is read as every version of the AI SDK reports it', () => {
  const five = { inputTokens: 420, outputTokens: 7, totalTokens: 427, cachedInputTokens: 300, reasoningTokens: 5 }
  expect(usageOf([{ usage: five as never }])).toEqual({
    ...{ input: 420, output: 7, cacheRead: 300, cacheWrite: 0, reasoning: 5 },
  })
})
