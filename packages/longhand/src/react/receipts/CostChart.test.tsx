import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Receipt } from '../../client/api/contract.ts'
import { CostChart } from './CostChart.tsx'

const drawn = (...savings: readonly (number | null)[]): string =>
  renderToStaticMarkup(<CostChart receipts={savings.map(saving => ({ saving }) as Receipt)} />)

const bars = (html: string) =>
  [...html.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
    ([, kind, ...figures]) => [kind, ...figures.map(Number)],
  )

test('C11 each bar is what all condensings up to it saved; a loss is drawn as one', () => {
  const html = drawn(-0.125, 0.375, 0.25)
  expect(html).toContain('aria-label="Saved so far: $0.50."')
  expect(bars(html)).toEqual([
    ['loss', 0, 33.5, 22, 10.5],
    ['gain', 24, 23, 22, 21],
    ['gain', 48, 2, 22, 42],
  ])
})

test('C11 many condensings share the width', () => {
  const last = bars(drawn(...Array.from({ length: 42 }, () => 0.01))).at(-1)
  expect(last).toEqual(['gain', 328, 2, 6, 42])
})

test('C11 one whose price nobody knows adds nothing', () => {
  expect(bars(drawn(0.2, null)).map(([, , , , height]) => height)).toEqual([42, 42])
})

test.each([
  ['nobody knows the prices', [null, null]],
  ['all is free', [0, 0]],
])('C11 nothing is drawn where %s', (_, savings) => {
  expect(drawn(...savings)).toBe('')
})
