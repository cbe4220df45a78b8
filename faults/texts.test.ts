import { expect, test } from 'vitest'
import { stallsOf, tellingTexts } from './texts.ts'
import { attackServer } from './texts-server.ts'

test('F7 texts that once stopped the server do not hold it up, wherever they are sent', async () => {
  const both = (length: number): string => `${'#'.repeat(length / 2)}${'\n'.repeat(length / 2)}`
  const texts = [{ name: '# and line breaks', grow: both }]
  const attacked = await attackServer({ texts, letters: 200_000, storage: 'embedded' })
  expect(attacked.lives).toBe(true)
  expect(attacked.felt).toHaveLength(14)
  // Time of the processor, so that it is the same on a machine that others use; the full run holds it to milliseconds.
  expect(stallsOf(attacked, Math.max(100, 2.5 * attacked.ordinary.loop.busyMs))).toEqual([])
}, 600_000)

test('H4.38 requests with more of one thing than anyone sends do not hold the server up', async () => {
  const attacked = await attackServer({ texts: [], letters: 200_000, wide: 4_000, storage: 'embedded' })
  expect(attacked.lives).toBe(true)
  expect(attacked.felt).toHaveLength(26)
  expect(attacked.felt.filter(({ problem }) => problem !== null)).toEqual([])
  expect(stallsOf(attacked, Math.max(100, 2.5 * attacked.ordinary.loop.busyMs))).toEqual([])
}, 600_000)

test('the texts that the server meets are there', () => {
  expect(tellingTexts).toHaveLength(18)
})
