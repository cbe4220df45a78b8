import { expect, test } from 'vitest'
import { reached, type Threshold, thresholdTokens } from './threshold.ts'

const none: Threshold = { share: null, tokens: null, messages: null, turns: null }

test.each([
  // window       reserve  share  tokens    acts at
  [0, 4_096, 0.8, null, null], // 0 is how registries say "not known"
  [0, 4_096, 0.8, 60_000, 60_000],
  [null, 4_096, 0.8, null, null],
  [null, 4_096, 0.8, -20_000, null],
  [null, 4_096, null, 60_000, 60_000],
  [4_096, 4_096, 0.8, null, 2_048], // the answer may take half at most, and the limit bounds the threshold
  [4_096, 512, 0.8, null, 3_276],
  [8_192, 1_024, 0.8, -20_000, 6_553], // a reserve larger than the window says nothing about it
  [32_000, 4_096, 0.8, -20_000, 12_000],
  [32_000, 4_096, null, 60_000, 27_904], // no threshold waits for what the limit refuses
  [128_000, 4_096, 0.8, null, 102_400],
  [128_000, 4_096, 0.8, 60_000, 60_000],
  [200_000, 32_000, 0.8, null, 160_000],
  [200_000, 64_000, 0.8, null, 136_000],
  [200_000, 8_192, 0.8, -20_000, 160_000],
  [1_000_000, 64_000, 0.8, null, 800_000],
  [1_000_000, 64_000, null, -20_000, 936_000],
  [1_000_000, 64_000, null, null, null],
] as const)(
  'C1 a window of %s with reserve %s, share %s and tokens %s acts at %s',
  (window, reserve, share, tokens, acts) => {
    expect(thresholdTokens({ ...none, share, tokens }, { window, reserve })).toBe(acts)
  },
)

test.each([
  // used    messages turns  threshold                       reached
  [79_999, 9, 4, { share: 0.8 }, null],
  [80_000, 9, 4, { share: 0.8 }, 'tokens'], // at or above
  [10, 40, 4, { messages: 40 }, 'messages'],
  [10, 39, 4, { messages: 40 }, null],
  [10, 9, 4, { turns: 4 }, 'turns'],
  [10, 9, 3, { turns: 4, share: 0.8 }, null],
] as const)('C1 %i tokens, %i messages and %i turns against %o reach %s', (used, messages, turns, threshold, which) => {
  expect(reached({ ...none, ...threshold }, { used, messages, turns }, { window: 100_000, reserve: 0 })).toBe(which)
})
