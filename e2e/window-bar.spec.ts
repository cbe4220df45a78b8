import { fillerText } from './filler-text.ts'
import { expect, smallModel, test } from './longhand.ts'
import { openNew, sendAndWait } from './steps.ts'

test.describe('US1 Real-time context window visibility', () => {
  test('US1.1, W1 the first message shows the current token usage, in green', async ({ page, longhand }) => {
    await openNew(page, longhand, { model: smallModel })
    await sendAndWait(page, 'Hello there. We talk about the harbour.')
    const bar = page.locator('.window-bar')
    await expect(bar.locator('.label')).toHaveText(/^\d{1,3} \/ 8,192 tokens – \d%/)
    await expect(bar).toHaveAttribute('data-level', 'green')
  })

  test('US1.2 at 70% the bar is yellow and pulses softly', async ({ page, longhand }) => {
    await openNew(page, longhand, { model: smallModel })
    await sendAndWait(page, fillerText(5_900))
    const bar = page.locator('.window-bar')
    await expect(bar).toHaveAttribute('data-level', 'yellow')
    await expect(bar.locator('.fill')).toHaveCSS('animation-name', 'pulse')
  })

  test('US1.3 above 85% the bar is red, with a warning that stands out', async ({ page, longhand }) => {
    await openNew(page, longhand, { model: smallModel })
    await sendAndWait(page, fillerText(6_980))
    await expect(page.locator('.window-bar')).toHaveAttribute('data-level', 'red')
    await expect(page.locator('.window-bar .label .icon')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('The window is nearly full')
  })

  test('US1.4, T7 hover and focus show used tokens, what is reserved for the answer, and available space', async ({
    page,
    longhand,
  }) => {
    await openNew(page, longhand, { model: smallModel })
    await sendAndWait(page, 'Hello there.')
    await page.mouse.move(0, 0)
    await page.locator('.window-bar').hover()
    const tip = page.getByRole('table', { name: 'What fills the window' })
    await expect(tip).toBeVisible()
    await expect(tip.getByRole('row', { name: /Messages/ })).toContainText(/\d/)
    await expect(tip.getByRole('row', { name: /Reserved for the answer/ })).toContainText('1,024')
    await expect(tip.getByRole('row', { name: /Available/ })).toContainText(/[67],\d{3}/)
    await page.mouse.move(0, 400)
    await expect(tip).toBeHidden()
    await page.getByRole('button', { name: /^Context window/ }).focus()
    await page.keyboard.press('Enter')
    await expect(tip).toBeVisible()
    await expect(page.getByRole('meter', { name: 'Context window' })).toHaveAttribute(
      'aria-valuetext',
      /of 8,192 tokens/,
    )
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
  })
})
