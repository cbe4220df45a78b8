import { readFile } from 'node:fs/promises'
import { expect, test } from './longhand.ts'
import { talk } from './steps.ts'

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

test('T5 the models screen says what each model holds and charges, and uses the chosen one', async ({
  page,
  longhand,
}) => {
  const { model } = await longhand.api().settings()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  try {
    await longhand.visit(page, '/settings/models')
    await expect(row('quoting')).toContainText(/32,000.*free.*in use/)
    await expect(row('llama3.2')).toContainText(/128,000 a guess.*unknown/)
    await row('quoting-8k').getByRole('button', { name: 'Use' }).click()
    await expect(row('quoting-8k')).toContainText(/8,192.*in use/)
    await expect.poll(async () => (await longhand.api().settings()).model).toBe('offline/quoting-8k')
  } finally {
    await longhand.api().changeSettings({ model })
  }
})

test('D6 everything can be taken away as one file', async ({ page, longhand }) => {
  const id = await talk(longhand, 1)
  await longhand.visit(page, '/settings/data')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export everything' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('longhand.jsonl')
  expect(await readFile(await file.path(), 'utf8')).toContain(id)
})

test('W7 on a phone the chosen section is in sight', async ({ page, longhand }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await longhand.visit(page, '/settings/about')
  await expect(page.getByRole('link', { name: 'About' })).toBeInViewport({ ratio: 1 })
})
