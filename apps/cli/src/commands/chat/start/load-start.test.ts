import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from 'longhand/client'
import { expect, test } from 'vitest'
import { loadStart } from './load-start.ts'

test('X, K7 a run that is only silent, a hidden tab or a sleeping machine, is not offered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-start-'))
  const silent = {
    run: 'r',
    conversation: 'c',
    title: 'T',
    checkpoint: null,
    label: 'T',
    at: '',
    number: 1,
    preview: null,
  }
  const fetch = async (path: string | URL | Request) =>
    Response.json(String(path).includes('/api/recovery') ? [silent] : [])
  const { recovery } = await loadStart({ api: createApi({ fetch }), folder, options: {} as never })
  expect(recovery).toBeNull()
  rmSync(folder, { recursive: true })
})
