import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPacer } from '../../engine/long-work/pacer.ts'
import { turnsBetween } from '../../testing/turns-between.ts'
import { addLine } from './add-line.ts'

test('F7 a very long line is hashed as it would be in one go, while others have their turn', async () => {
  const line = '😀"x'.repeat(5_000_000)
  const hash = createHash('sha256')
  const { mark, turns } = turnsBetween()
  mark()
  await addLine([hash], line, createPacer())
  mark()
  expect(turns()).toBeGreaterThan(0)
  expect(hash.digest('hex')).toBe(createHash('sha256').update(`${line}\n`).digest('hex'))
})
