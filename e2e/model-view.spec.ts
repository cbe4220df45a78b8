import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
import { compactedConversation } from './steps.ts'

test('W4 every row of the model view opens, by keyboard too, into all of its words', async ({ page, longhand }) => {
  const id = await compactedConversation(longhand)
  await longhand.visit(page, `/c/${id}`)
  await page.getByRole('button', { name: 'What the model sees' }).click()
  const yours = page.getByRole('region', { name: 'What you see' })
  const models = page.getByRole('region', { name: 'What the model sees' })
  const dialog = page.getByRole('dialog')
  await yours
    .getByRole('button', { name: /^… \d+ messages/ })
    .first()
    .press('Enter')
  await expect(dialog).toHaveAccessibleName(/^¶ \d+–\d+$/)
  await expect(dialog.locator('pre').nth(3)).toBeVisible()
  await expectNoSeriousViolations(page, 'whole messages')
  await page.keyboard.press('Escape')
  await models.getByRole('button').last().press('Enter')
  await expect(dialog).toHaveAccessibleName('¶ 48, as the model is sent it')
  const { messages } = await longhand.api().view(id)
  const sent = messages.at(-1)!.message.parts[0] as { readonly text: string }
  await expect(dialog.locator('pre')).toHaveText(sent.text)
})
