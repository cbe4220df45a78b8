import { expect, test } from './longhand.ts'

test('C1, C2, C4, C19 settings: when, how much stays, which way, and presets; each change is kept at once', async ({
  page,
  longhand,
}) => {
  const before = await longhand.api().settings()
  const policy = async () => (await longhand.api().settings()).policy
  try {
    await longhand.visit(page, '/settings/condensing')
    await page.getByRole('slider').last().press('ArrowRight')
    await expect.poll(async () => (await policy()).threshold.share).toBe(0.81)
    await page
      .getByRole('textbox', { name: 'Amount' })
      .or(page.getByRole('spinbutton', { name: 'Amount' }))
      .fill('8')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await policy()).keep).toEqual({ by: 'messages', amount: 8 })
    await page.getByRole('button', { name: 'Digest' }).click()
    await expect.poll(async () => (await policy()).strategy).toBe('digest')
    await page.getByRole('textbox', { name: 'Your instructions' }).fill('Keep the names of ships.')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await longhand.api().settings()).instructions).toBe('Keep the names of ships.')
    await expect(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('')
    await page.getByRole('combobox', { name: 'Preset' }).selectOption('economy')
    await expect.poll(async () => (await policy()).schedule?.due).toBe(66_000)
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('economy')
    await expect(page.getByRole('slider')).toHaveCount(0)
  } finally {
    await longhand.api().changeSettings({ policy: before.policy, instructions: before.instructions })
  }
})
