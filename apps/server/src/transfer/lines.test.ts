import { turnsBetween } from 'longhand/internal/testing'
import { expect, test } from 'vitest'
import { bytesOf, linesOf } from './lines.ts'

test('F7 others get their turn while a body of nothing but ends of lines is read', async () => {
  const { mark, turns } = turnsBetween()
  for await (const _ of linesOf(new Blob(['\n'.repeat(500_000)]).stream())) mark()
  expect(turns()).toBeGreaterThan(0)
})

test('F7 the bytes of a body are in memory that threads share, so that handing them on copies nothing', async () => {
  const bytes = await bytesOf(new Blob(['Hello ', 'there.']).stream())
  expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(new TextDecoder().decode(bytes)).toBe('Hello there.')
})
