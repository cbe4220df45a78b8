import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Longhand, test } from './longhand.ts'
import { composer, importConversation, openNew, send, sendAndWait } from './steps.ts'

/** Live feeds that browsers hold open, as the server counts them. */
const openFeeds = async (longhand: Longhand): Promise<number> => {
  const text = await (await longhand.fetch('/metrics')).text()
  return Number(/^longhand_live_feeds(?:\{.*\})? (\d+)$/m.exec(text)?.[1])
}

const openTabs = (context: BrowserContext, count: number): Promise<readonly Page[]> =>
  Promise.all(Array.from({ length: count }, () => context.newPage()))

test('W6 thirty tabs of one browser share one feed: all of them load, and each is answered', async ({
  context,
  longhand,
}) => {
  test.setTimeout(300_000)
  const before = await openFeeds(longhand)
  const tabs = await openTabs(context, 30)
  for (const tab of tabs) {
    await openNew(tab, longhand)
    await sendAndWait(tab, 'Is anybody there?')
  }
  expect(await openFeeds(longhand)).toBe(before + 1)
})

test('W6 the tab that reads the feed is closed: the others go on hearing of changes', async ({
  page,
  context,
  longhand,
}) => {
  const id = await importConversation(longhand, 1)
  await longhand.visit(page, `/c/${id}`)
  const other = await context.newPage()
  await longhand.visit(other, `/c/${id}`)
  await expect(composer(other)).toBeVisible()
  await page.close()
  await longhand.api().update(id, { title: 'Another title' })
  await expect(other.getByRole('heading', { name: 'Another title' })).toBeVisible()
  await longhand.api().update(id, { title: 'And another' })
  await expect(other.getByRole('heading', { name: 'And another' })).toBeVisible()
})

test('W6 pages that the browser keeps for the way back hold no feed: eight in a row load, and a message is answered', async ({
  page,
  longhand,
}) => {
  const before = await openFeeds(longhand)
  for (let visit = 0; visit < 7; visit++) await longhand.visit(page, visit % 2 === 0 ? '/settings' : '/')
  await openNew(page, longhand)
  await sendAndWait(page, 'Is anybody there?')
  expect(await openFeeds(longhand)).toBe(before + 1)
})

test('W6 a browser without Web Locks asks now and then, and follows', async ({ page, longhand }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  const before = await openFeeds(longhand)
  const id = await openNew(page, longhand)
  await send(page, 'The first word.')
  await longhand.api().update(id, { title: 'A title from elsewhere' })
  await expect(page.getByRole('heading', { name: 'A title from elsewhere' })).toBeVisible()
  expect(await openFeeds(longhand)).toBe(before)
})
