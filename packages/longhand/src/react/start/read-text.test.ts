import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

test('W26 what is not text is told from what is', async () => {
  expect(await readText(new Blob(['Grüße, 世界\n']))).toBe('Grüße, 世界\n')
  expect(await readText(new Blob(['\uFEFFa,b']))).toBe('a,b')
  expect(await readText(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])]))).toBeNull()
  expect(await readText(new Blob(['a\0b']))).toBeNull()
})
