import { fillerText } from './filler-text.ts'
import { expect, smallModel, test } from './longhand.ts'
import {
  cards,
  composer,
  condense,
  divider,
  importConversation,
  openNew,
  scrollTo,
  send,
  sendAndWait,
} from './steps.ts'

test.use({ viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true })

test('W7 on a phone everything is there, nothing is wider than the screen, and targets are large', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 24)
  await condense(longhand, id)
  await longhand.visit(page)
  await noWiderThanScreen(page)
  await page.getByRole('link', { name: 'Resume latest' }).tap()
  await expect(cards(page).first()).toBeVisible()
  await noWiderThanScreen(page)
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeHidden()
  await sendAndWait(page, 'A word from the phone.')
  await scrollTo(page, divider(page))
  await divider(page).getByRole('button', { expanded: false }).tap()
  await noWiderThanScreen(page)
  for (const name of ['Checkpoints', 'Receipts']) {
    await page.getByRole('button', { name: 'More about this conversation' }).tap()
    await page.getByRole('menuitem', { name }).first().tap()
    await expect(page.getByRole('complementary', { name })).toBeVisible()
    await noWiderThanScreen(page)
    await page.getByRole('button', { name: `Close ${name.toLowerCase()}` }).tap()
  }
  await page.getByRole('button', { name: 'More about this conversation' }).tap()
  await page.getByRole('menuitem', { name: 'What the model sees' }).tap()
  await expect(page.getByRole('region', { name: 'What the model sees' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you see' })).toBeHidden()
  await noWiderThanScreen(page)
  await page.getByRole('button', { name: 'Back to what you see' }).tap()
  for (const target of [
    page.getByRole('button', { name: 'More about this conversation' }),
    page.getByRole('button', { name: 'Attach a file' }),
  ]) {
    const box = await target.boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(40)
  }
  await composer(page).fill('/')
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeInViewport()
})

test('W7 a line never ends between ¶ and its number, however narrow it is', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: smallModel })
  await send(page, `Keep all of this in mind. ${fillerText(9_000)}`)
  const numbers = page.getByRole('alert').locator('small .unbroken')
  await expect(numbers.first()).toHaveText('¶ 1', { timeout: 60_000 })
  const widths = Array.from({ length: 40 }, (_, at) => 320 + at * 4)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 760 })
    const lines = await numbers.evaluateAll(all => all.map(number => number.getClientRects().length))
    expect(lines.every(count => count === 1)).toBe(true)
  }
})

test('W7 the menu of projects stays on the screen, however small it is', async ({ page, longhand }) => {
  const project = await longhand.api().createProject('Quay')
  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Quay')
  for (const height of [667, 560, 480]) {
    await page.setViewportSize({ width: 375, height })
    await page.getByRole('button', { name: 'Projects' }).tap()
    const menu = (await page.getByRole('menu').boundingBox())!
    expect([height, menu.y >= 0, menu.y + menu.height <= height]).toEqual([height, true, true])
    await page.keyboard.press('Escape')
  }
  await longhand.api().deleteProject(project.id)
})

test('W7 a menu stays on the screen when what is above it is loaded late', async ({ page, longhand }) => {
  const project = await longhand.api().createProject('Quay')
  await importConversation(longhand, 1)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/api\/conversations(?:\?|$)/, async route => {
    await held
    await route.continue()
  })
  await page.setViewportSize({ width: 375, height: 667 })
  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Quay')
  await page.getByRole('button', { name: 'Projects' }).tap()
  const bottom = async () => {
    const menu = (await page.getByRole('menu').boundingBox())!
    return menu.y + menu.height
  }
  const before = await bottom()
  release()
  await expect(page.getByRole('link', { name: 'Resume latest' })).toBeVisible()
  await expect.poll(bottom).not.toBe(before)
  expect(await bottom()).toBeLessThanOrEqual(667)
  await longhand.api().deleteProject(project.id)
})

async function noWiderThanScreen(page: import('@playwright/test').Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
