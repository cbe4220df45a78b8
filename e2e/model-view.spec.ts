import { expectNoSeriousViolations } from './axe.ts'
import { expect, startLonghand, test } from './longhand.ts'
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
  await expect(dialog).toHaveAccessibleName('¶ 48, as sent to the model')
  const { messages } = await longhand.api().view(id)
  const sent = messages.at(-1)!.message.parts[0] as { readonly text: string }
  await expect(dialog.locator('pre')).toHaveText(sent.text)
})

test('W15 the model view shows the system prompt and every tool whole, as the model is sent them', async ({ page }) => {
  test.setTimeout(120_000)
  // A model that is offered tools; nobody asks it anything.
  const { longhand, close } = await startLonghand({ ANTHROPIC_API_KEY: 'none' })
  const { conversation: id } = await longhand.api().import('[{"role":"user","content":"Hello"}]', 'transcript')
  await longhand.api().update(id!, { model: 'anthropic/claude-sonnet-4-5' })
  await longhand.visit(page, `/c/${id}`)
  await page.getByRole('button', { name: 'What the model sees' }).click()
  const before = page.getByRole('region', { name: 'Sent before all messages' })
  await expect(before).toContainText('No system prompt.')
  const { tools } = await longhand.api().view(id!)
  expect(tools.length).toBeGreaterThan(1)
  await before.getByText(`${tools.length} tools it can call`).click()
  for (const { name, description, schema } of tools) {
    const row = before.locator('.sent-tool', { has: page.getByText(name, { exact: true }) })
    await row.locator('summary').press('Enter')
    await expect(row.locator('p')).toHaveText(description)
    expect(JSON.parse((await row.locator('pre').textContent()) ?? '')).toEqual(schema)
  }
  await expectNoSeriousViolations(page, 'tools of the model view')
  await page.goto('about:blank')
  await close()
})
