import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Longhand } from './longhand.ts'

/** All scripts that the start screen loads, in kB, gzipped; Markdown comes later, when there is something to read. */
export async function firstLoad(page: Page, longhand: Longhand): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', response => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then(body => gzipSync(body, { level: 9 }).length))
  })
  await longhand.visit(page)
  await page.getByRole('heading', { name: 'Conversations', exact: true }).waitFor()
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
}

/** W29 what it may be at most. */
export const maxFirstLoad = 140
