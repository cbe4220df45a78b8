import type { Page } from '@playwright/test'
import { expect, type Longhand, test } from './longhand.ts'
import { composer, importConversation } from './steps.ts'

async function openAnswer(page: Page, longhand: Longhand, text: string): Promise<void> {
  const messages = [
    { role: 'user', content: 'שלום עולם\nAnd in English.' },
    { role: 'assistant', content: text },
  ]
  const { conversation } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  await longhand.visit(page, `/c/${conversation}`)
  await expect(page.locator('#m2 .markdown')).toBeVisible()
}

test('W7 each paragraph is read in the direction of its own letters', async ({ page, longhand }) => {
  await openAnswer(page, longhand, 'שלום עולם\n\nHello world\n\n1. אחת\n2. שתיים')
  const directionOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => getComputedStyle(element).direction)
  expect(await directionOf('#m1 p')).toBe('rtl')
  expect(await directionOf('#m2 p:has-text("שלום")')).toBe('rtl')
  expect(await directionOf('#m2 p:has-text("Hello")')).toBe('ltr')
  expect(await directionOf('#m2 ol')).toBe('rtl')
})

test('W7 a wide table scrolls and keeps its words whole', async ({ page, longhand }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const words = ['Internationalisation', 'Misunderstandings', 'Incomprehensible', 'Responsibilities', 'Characteristics']
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  await openAnswer(page, longhand, [row(words), row(words.map(() => '---')), row(words)].join('\n'))
  const heights = await page.locator('#m2 td').evaluateAll(cells => cells.map(cell => cell.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(40)
  const table = page.locator('#m2 .table')
  expect(await table.evaluate(element => element.scrollWidth > element.clientWidth)).toBe(true)
})

test('W7 the browser keeps its own keys: Ctrl ⇧ V pastes without format', async ({ page, longhand }) => {
  const id = await importConversation(longhand, 1)
  await longhand.visit(page, `/c/${id}`)
  await expect(composer(page)).toBeVisible()
  const isTaken = await page.evaluate(() => {
    const key = { key: 'V', ctrlKey: true, shiftKey: true, cancelable: true, bubbles: true }
    return !document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', key))
  })
  expect(isTaken).toBe(false)
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.getByRole('region', { name: 'What the model sees' })).toBeVisible()
})

test('W7 search by keyboard: arrows go through the matches, Enter opens the first, a number goes to that message', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 130)
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m260')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Search every word' })
  await page.keyboard.type('duplicate key')
  const hits = dialog.getByRole('link')
  await expect(hits.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(hits.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/#m\d+$/)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('24')
  await page.keyboard.press('Enter')
  await expect(page.locator('#m24')).toBeInViewport()
})

test('W7 on the start screen ↓ goes from the search field to the conversations, Enter opens the first', async ({
  page,
  longhand,
}) => {
  await importConversation(longhand, 1)
  await longhand.visit(page)
  const first = page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
  await expect(first).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
})

test('W7 Esc closes a drawer; a new conversation has the focus where one writes; the first heading is its title', async ({
  page,
  longhand,
}) => {
  await importConversation(longhand, 1)
  const id = await importConversation(longhand, 1)
  await longhand.visit(page, `/c/${id}`)
  await expect(composer(page)).toBeFocused()
  for (const name of ['Checkpoints', 'Receipts']) {
    await page
      .getByRole('button', { name: new RegExp(name.slice(0, -1), 'i') })
      .first()
      .click()
    await expect(page.getByRole('complementary', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary', { name })).toBeHidden()
    await expect(composer(page)).toBeFocused()
  }
  expect(
    await page
      .getByRole('heading')
      .first()
      .evaluate(({ tagName }) => tagName),
  ).toBe('H1')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(composer(page)).toBeFocused()
})

test('W7 what is pasted into a search or a name is cut to what can be searched and stored', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 1)
  await longhand.visit(page, `/c/${id}`)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Search every word' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText(`Postgres ${'x'.repeat(400)}`)
  await expect(dialog).toContainText('Nothing found for “Postgres x')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Name '.repeat(100))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Name '.repeat(40).trim())
})
