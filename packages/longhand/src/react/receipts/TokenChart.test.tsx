import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { GrowthPoint } from '../../client/text/token-growth.ts'
import { classic } from '../../core/policy.ts'
import type { Threshold } from '../../core/threshold.ts'
import { windowStatus } from '../../core/window.ts'
import { TokenChart } from './TokenChart.tsx'

const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
const status = windowStatus({ used: 400, source: 'estimated', breakdown }, { window: 1_000, reserve: 100 })
const point = (number: number, whole: number, before = whole, after = before, receipt: number | null = null) =>
  ({ number, whole, before, after, receipt }) satisfies GrowthPoint

const drawn = (points: readonly GrowthPoint[], threshold: Partial<Threshold> = {}): string => {
  const policy = { ...classic, threshold: { ...classic.threshold, ...threshold } }
  return renderToStaticMarkup(<TokenChart points={points} conversation={{ status, policy }} />)
}
const points = [point(0, 0), point(50, 800, 800, 200, 1), point(100, 1_000, 400)]

test('C11 tokens by message: two lines, a mark at each condensing, and the threshold with its name', () => {
  const html = drawn(points)
  expect(html).toContain('Tokens, by message')
  expect(html).toContain('aria-label="The whole conversation grew to 1,000 tokens; the model reads 400."')
  expect(html).toContain('<path class="whole" d="M0 124L168 36L336 14"')
  expect(html).toContain('<path class="read" d="M0 124L0 124L168 36L168 102L336 80L336 80"')
  expect(html).toMatch(/<line class="receipt" x1="168".*receipt 1/)
  expect(html).toMatch(/¶ 1<.*¶ 100</s)
  expect(html).toContain('<line class="limit" x1="0" x2="336" y1="36" y2="36"')
  expect(html).toContain('80% of the window')
})

test('C1 the line stands where condensing starts, whatever the threshold is', () => {
  expect(drawn(points, { share: 0.5 })).toMatch(/y1="69".*50% of the window/)
  expect(drawn(points, { tokens: 600 })).toContain('60% of the window')
  expect(drawn(points, { share: null })).not.toContain('of the window')
})

test('C11 names that would cover each other are left out, their marks are not', () => {
  const many = Array.from({ length: 20 }, (_, at) => point((at + 1) * 5, (at + 1) * 50, 40, 20, at + 1))
  const html = drawn([point(0, 0), ...many])
  expect(html.match(/class="receipt"/g)).toHaveLength(20)
  expect(html.match(/receipt \d/g)!.length).toBeLessThan(7)
})
