import { expect, test } from 'vitest'
import { progressOn } from './progress.ts'

function steps(isTTY: boolean, total: number): string {
  let written = ''
  const stream = { isTTY, columns: 60, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream
  const bar = progressOn(stream, total, 'Importing')
  for (let at = 1; at <= total; at++) bar.step(`/a/long/way/to/file-${at}.json`)
  bar.end()
  return written
}

test('X on a terminal one line tells how far it is, fits the screen and is gone in the end', () => {
  const lines = steps(true, 4).split('\r\u001b[K')
  expect(lines[2]).toMatch(/^Importing 2 of 4 {2}██████████░░░░░░░░░░ {2}\/a\/long/)
  expect(lines[2]!.length).toBeLessThan(60)
  expect(lines.at(-1)).toBe('')
})

test('X elsewhere, and for a single thing, there is none', () => {
  expect([steps(false, 4), steps(true, 1)]).toEqual(['', ''])
})
