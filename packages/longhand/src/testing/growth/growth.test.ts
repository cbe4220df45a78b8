import { expect, test, vi } from 'vitest'
import { growthOn } from './growth.ts'
import { hostileTexts, repeated } from './hostile-text.ts'
import { textFunctions } from './text-functions.ts'

// Seconds of the processor, which a busy machine hands out slowly.
vi.setConfig({ testTimeout: 180_000 })

/** Takes this much of the processor, whenever the compiler gets to it. */
function spin(ms: number): void {
  for (const before = process.threadCpuUsage(); process.threadCpuUsage(before).user < ms * 1_000; );
}

test('what takes time in proportion to the length of a text passes', () => {
  expect(growthOn(text => [...text].map(letter => letter.codePointAt(0)! ** 2), repeated('a'))).toBeNull()
})

test('what was slow at one look and is remembered from then on passes', () => {
  const known = new Set<string>()
  const remembering = (text: string) => {
    const isLong = text.length > 15_000
    spin(text.length < 1_000 ? 0 : known.has(text) ? (isLong ? 7 : 1) : isLong ? 350 : 5)
    known.add(text)
  }
  expect(growthOn(remembering, repeated('a'))).toBeNull()
})

test('what takes time by the square of the length fails, and so does what takes long for a few letters', () => {
  const bySquare = (text: string) => spin((text.length / 1_000) ** 2 * 5)
  // A machine that takes the processor away at the first look makes that look long.
  const look = () => growthOn(bySquare, repeated('a'), 4_000)
  expect(look() ?? look() ?? look()).toMatchObject({ text: 'a × n' })
  expect(growthOn(() => spin(200), repeated('a'))).toMatchObject({ length: 200 })
})

test('a hostile text is as long as one wants it', () => {
  for (const { name, grow } of hostileTexts) {
    expect(grow(1_000).length, name).toBeGreaterThanOrEqual(1_000)
    expect(grow(1_000).length, name).toBeLessThan(1_200)
  }
  expect(new Set(hostileTexts.map(({ name }) => name)).size).toBe(hostileTexts.length)
})

// A banner of 40 # around a rule, and 30,000 newlines, once stopped a whole server.
test.each(['facts/escape-control-text.ts escapeControlText', 'core/landmark.ts findLandmarks'])(
  '%s takes time in proportion to the text, whatever the text',
  name => {
    const run = textFunctions[name]!
    run(`${'#'.repeat(40)}\n# Rules of the house\n${'#'.repeat(40)}`)
    expect(hostileTexts.flatMap(text => growthOn(run, text) ?? [])).toEqual([])
  },
)
