import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { draftFiles } from './draft-files.ts'

const place = mkdtempSync(join(tmpdir(), 'longhand-shelf-'))
afterAll(() => rmSync(place, { recursive: true }))

test('F4 what is put on the shelf is there at once, and the disk holds the last of it', async () => {
  const folder = join(place, 'drafts')
  const shelf = draftFiles(folder)
  for (const text of ['a', 'ab', 'abc', 'ab']) {
    shelf.setItem('one', text)
    expect(shelf.getItem('one')).toBe(text)
  }
  await vi.waitFor(() => expect(draftFiles(folder).getItem('one')).toBe('ab'))
  // Nothing is left beside it, and the next change is written too.
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['one.txt']))
  shelf.setItem('one', 'abcd')
  await vi.waitFor(() => expect(readFileSync(join(folder, 'one.txt'), 'utf8')).toBe('abcd'))
  shelf.removeItem('one')
  expect(shelf.getItem('one')).toBeNull()
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]))
})

test('F5 a disk that takes nothing keeps nobody from writing', async () => {
  const folder = join(place, 'file')
  writeFileSync(folder, '')
  const shelf = draftFiles(folder)
  shelf.setItem('one', 'a')
  expect(shelf.getItem('one')).toBe('a')
  await vi.waitFor(() => expect(shelf.getItem('one')).toBeNull())
})
