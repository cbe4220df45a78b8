import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileFor, readPage } from './page.ts'

test('S the page hands out its own files and nothing else; screens of the page are the page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<p>')
  await writeFile(join(folder, 'assets/main-abc.js'), '1')
  const page = (await readPage(folder))!
  await rm(folder, { recursive: true })
  expect(fileFor(page, '/assets/main-abc.js')).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
  })
  expect(fileFor(page, '/c/some-id')).toBe(page.get('/index.html'))
  expect(fileFor(page, '/')).toMatchObject({ cacheControl: 'no-cache' })
  for (const path of ['/assets/other.js', '/../package.json', '/api/models']) expect(fileFor(page, path)).toBeNull()
})

test('W8 without a built page there is none', async () => {
  expect(await readPage(join(tmpdir(), 'longhand-no-such-folder'))).toBeNull()
})
