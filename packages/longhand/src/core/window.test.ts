import { expect, test } from 'vitest'
import { levelOf, limitOf, windowStatus } from './window.ts'

const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 700, attachments: 0 }

test.each([
  [null, 'green'],
  [0, 'green'],
  [0.6999, 'green'],
  [0.7, 'yellow'],
  [0.85, 'yellow'],
  [0.8501, 'red'],
  [1.4, 'red'],
])('T7 a share of %s is %s', (share, level) => {
  expect(levelOf(share)).toBe(level)
})

test('T7 status says what is used, reserved and left', () => {
  const status = windowStatus({ used: 700, source: 'reported', breakdown }, { window: 1000, reserve: 200 })
  expect(status).toMatchObject({ used: 700, window: 1000, reserved: 200, available: 100, share: 0.7, level: 'yellow' })
})

test('T7 nothing is left rather than less than nothing', () => {
  const status = windowStatus({ used: 1200, source: 'estimated', breakdown }, { window: 1000, reserve: 200 })
  expect(status).toMatchObject({ available: 0, share: 1.2, level: 'red' })
})

test.each([[null], [0], [-5], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  'T7 a window of %s is unknown, not a division by zero',
  window => {
    const status = windowStatus({ used: 700, source: 'unknown', breakdown }, { window, reserve: 200 })
    expect(status).toMatchObject({ window: null, available: null, share: null, level: 'green' })
    expect(limitOf({ window, reserve: 200 })).toBeNull()
  },
)
