import type { Page } from '@playwright/test'
import { fillerText } from './filler-text.ts'
import { elsewhere, hostileTexts } from './hostile-texts.ts'
import { expect, type Longhand, test } from './longhand.ts'
import { cards, composer, condense, divider, scrollTo } from './steps.ts'

/** Notes everything that a hostile text could bring about. */
async function watch(page: Page, longhand: Longhand): Promise<() => Promise<readonly string[]>> {
  const seen: string[] = []
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== longhand.url() && protocol.startsWith('http')) seen.push(`loaded ${request.url()}`)
  })
  page.on('dialog', dialog => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => seen.push(`error ${error.message}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => {
      ;(window as unknown as { violations: string[] }).violations ??= []
      ;(window as unknown as { violations: string[] }).violations.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return async () => [
    ...seen,
    ...(await page.evaluate(() => {
      const { hacked, violations = [] } = window as unknown as { hacked?: number; violations?: string[] }
      return [...violations.map(one => `policy ${one}`), ...(hacked ? ['ran'] : [])]
    })),
  ]
}

const batch = 34

/** A conversation of the texts, each said by a person and by a model. */
async function filled(longhand: Longhand, texts: readonly string[]): Promise<string> {
  const messages = texts.flatMap(text => [
    { role: 'user', content: text },
    { role: 'assistant', content: text },
  ])
  const { conversation } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  return conversation!
}

test(`S, W7 ${hostileTexts.length} hostile texts in every place that shows text: nothing runs, nothing is loaded, the page answers`, async ({
  page,
  longhand,
}) => {
  test.setTimeout(240_000)
  expect(hostileTexts.length).toBeGreaterThanOrEqual(120)
  const found = await watch(page, longhand)
  // High enough to draw many at once.
  await page.setViewportSize({ width: 1280, height: 3_000 })
  for (let from = 0; from < hostileTexts.length; from += batch) {
    const texts = hostileTexts.slice(from, from + batch)
    const id = await filled(longhand, texts)
    await longhand.api().update(id, { title: texts[0]!.replace(/\0/g, '').slice(0, 150).trim() || 'x' })
    await longhand.visit(page, `/c/${id}`)
    await expect(cards(page).last()).toBeVisible()
    for (let step = 0; step < 40; step++) {
      const top = await page.locator('.pages').evaluate(element => {
        element.scrollBy(0, -element.clientHeight)
        return element.scrollTop
      })
      await page.waitForTimeout(30)
      if (top === 0) break
    }
    // A page that does not answer keeps it waiting until the test is over.
    await composer(page).fill('still here')
    await composer(page).fill('')
    expect(await found()).toEqual([])
  }
})

test('S, W7 hostile texts in summaries, titles, checkpoints, branches, search and strips', async ({
  page,
  longhand,
}) => {
  const found = await watch(page, longhand)
  const text = `<img src="${elsewhere}/x.png" onerror="window.hacked=1"> ![p](${elsewhere}/p.png) [l](javascript:window.hacked=1)`
  const id = await filled(
    longhand,
    Array.from({ length: 24 }, (_, at) => `${text} number ${at}\n\n${fillerText(180, at + 1)}`),
  )
  await longhand.api().update(id, { title: text.slice(0, 190) })
  await longhand.api().saveCheckpoint(id, text.slice(0, 190))
  await condense(longhand, id)
  await longhand.visit(page)
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('<img src=')
  await page.getByRole('searchbox').fill('onerror')
  await expect(page.getByRole('list', { name: 'Found' })).toBeVisible()
  await longhand.visit(page, `/c/${id}?checkpoints`)
  await expect(page.getByRole('complementary')).toContainText('<img src=')
  await scrollTo(page, divider(page))
  await divider(page).getByRole('button', { expanded: false }).click()
  await page.getByRole('button', { name: /Model sees|What the model sees/ }).click()
  await expect(page.locator('.view-summary pre')).toBeVisible()
  await page.getByRole('button', { name: 'Back to what you see' }).click()
  await composer(page).fill(`/protect ${text}`)
  await composer(page).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await found()).toEqual([])
})

test('S the page keeps to its own policy: no violation on any screen', async ({ page, longhand }) => {
  const found = await watch(page, longhand)
  for (const path of [
    '/',
    '/settings/models',
    '/settings/condensing',
    '/settings/appearance',
    '/settings/data',
    '/settings/about',
  ]) {
    await longhand.visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const headers = (await page.request.get(longhand.url())).headers()
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).toContain("style-src 'self'")
  expect(await found()).toEqual([])
})
