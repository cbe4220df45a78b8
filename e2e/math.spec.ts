import { expectNoSeriousViolations } from './axe.ts'
import { expect, providerModel, test } from './longhand.ts'
import { cards, importConversation, openNew, send, sendAndWait } from './steps.ts'

test('W12 formulas are drawn while they are written: none twice, bad TeX and prices as written, nothing against the policy', async ({
  page,
  longhand,
}) => {
  const loaded: string[] = []
  const errors: string[] = []
  page.on('request', request => loaded.push(request.url()))
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await openNew(page, longhand, { model: providerModel })
  // What reads Markdown is loaded before: the formulas are watched while they are written.
  await sendAndWait(page, 'Please write code.')
  await expect(page.locator('#m2 .markdown')).toBeVisible()
  await page.evaluate(() => {
    const counts = { drawn: 0, lost: 0 }
    Object.assign(window, { counts })
    const isFormula = (node: Node) => node instanceof Element && node.matches('.katex, .katex-display')
    new MutationObserver(changes => {
      for (const { addedNodes, removedNodes, target } of changes) {
        // The card of an answer gives way to that of a message when it has ended; until then nothing is drawn anew.
        if ((target as Element).closest('.writing') === null) continue
        counts.drawn += [...addedNodes].filter(isFormula).length
        counts.lost += [...removedNodes].filter(isFormula).length
      }
    }).observe(document.body, { subtree: true, childList: true })
  })
  await send(page, 'Please write math.')
  await expect(page.locator('.writing .math').first()).toBeVisible()
  const answer = page.locator('#m4')
  await expect(answer).toContainText('The end.', { timeout: 60_000 })
  expect(await page.evaluate(() => (window as unknown as { counts: { lost: number } }).counts.lost)).toBe(0)
  expect(await page.evaluate(() => (window as unknown as { counts: { drawn: number } }).counts.drawn)).toBeGreaterThan(
    0,
  )
  await expect(answer.locator('.math')).toHaveCount(5)
  await expect(answer.locator('.math.display')).toHaveCount(2)
  await expect(answer.locator('.math annotation').first()).toHaveText('\\pi r^2')
  await expect(answer.locator('.tex')).toHaveText('$\\frac{1}$')
  await expect(answer).toContainText('costs $5 and $10.')
  await expect(answer).toContainText('And $3.')
  await expect(answer.locator('td code')).toHaveText('$x$')
  const font = () => page.evaluate(() => document.fonts.check('16px KaTeX_Main'))
  await expect.poll(font).toBe(true)
  expect(loaded.some(url => /KaTeX_Main-Regular.*\.woff2$/.test(url))).toBe(true)
  expect(loaded.filter(url => new URL(url).origin !== longhand.url())).toEqual([])
  expect(errors).toEqual([])
  await expectNoSeriousViolations(page, 'formulas')
})

test('W12 who reads no formula loads nothing for one', async ({ page, longhand }) => {
  const loaded: string[] = []
  page.on('request', request => loaded.push(request.url()))
  const id = await importConversation(longhand, 2)
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page).last().locator('.markdown')).toBeVisible()
  expect(loaded.filter(url => /katex|math/i.test(url))).toEqual([])
})
