import { readFile } from 'node:fs/promises'
import { expectNoSeriousViolations } from './axe.ts'
import { expect, providerModel, test } from './longhand.ts'
import { compactedConversation, importConversation, sendByApi } from './steps.ts'

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
    await expect(page.getByRole('combobox', { name: 'Preset' }).locator('option:checked')).toHaveText('Economy')
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
    await expect(row('quoting')).toContainText(/32,000.*2,048.*free.*in use/)
    await expect(row('llama3.2')).toContainText(/128,000 a guess.*unknown/)
    await row('quoting-8k').getByRole('button', { name: 'Use' }).click()
    await expect(row('quoting-8k')).toContainText(/8,192.*in use/)
    await expect.poll(async () => (await longhand.api().settings()).model).toBe('offline/quoting-8k')
  } finally {
    await longhand.api().changeSettings({ model })
  }
})

test('T5 a window that is guessed can be set by keyboard, holds at once, and is a guess again when it is taken back', async ({
  page,
  longhand,
}) => {
  const row = page.getByRole('row').filter({ has: page.getByText('llama3.2', { exact: true }) })
  const field = page.getByRole('spinbutton', { name: /^Window of llama3\.2/ })
  const { id } = await longhand.api().create({ model: providerModel })
  await longhand.visit(page, '/settings/models')
  await page.getByRole('button', { name: 'Set window of llama3.2' }).press('Enter')
  await expect(field).toBeFocused()
  await field.fill('16384')
  await field.press('Enter')
  await expect(row).toContainText(/16,384 yours/)
  expect((await longhand.api().conversation(id)).status.window).toBe(16_384)
  await page.getByRole('button', { name: 'Set window of llama3.2' }).click()
  await field.fill('')
  await field.press('Enter')
  await expect(row).toContainText(/128,000 a guess/)
  expect((await longhand.api().settings()).windows).toEqual({})
})

test('W8, S the models screen says how each provider gets its key, shows none, and tries whether it answers', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page, '/settings/models')
  await expect(
    page.getByText('Not connected. You can also set ANTHROPIC_API_KEY before you start Longhand.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect OpenAI' })).toBeVisible()
  await expect(page.getByText(/^At 127\.0\.0\.1:\d+\. No key\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Test Other, OpenAI-compatible' }).press('Enter')
  await expect(page.getByText('local/llama3.2 answers.')).toBeVisible()
  await expectNoSeriousViolations(page, 'models')
})

test('Q4, C7, C3 how much a summary must keep and save, and when a conversation is too short; each is kept at once', async ({
  page,
  longhand,
}) => {
  const before = await longhand.api().settings()
  const policy = async () => (await longhand.api().settings()).policy
  await compactedConversation(longhand)
  try {
    // What other tests began may still be condensed and become the newest.
    await expect(async () => {
      const rows = await longhand.api().conversations({ limit: 60 })
      const [receipt] = await longhand.api().receipts(rows.find(({ compactions }) => compactions > 0)!.id)
      await longhand.visit(page, '/settings/condensing')
      await expect(page.getByText(`last ${Math.round(receipt!.retention * 100)}%`)).toBeVisible()
    }).toPass()
    await page.getByRole('spinbutton', { name: 'Minimum retention, in percent' }).fill('95')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await policy()).minRetention).toBe(0.95)
    await page.getByRole('link', { name: 'Keep and protect' }).click()
    await page.getByRole('spinbutton', { name: 'Minimum saving, in percent' }).fill('20')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await policy()).minSaving).toBe(0.2)
    await page.getByRole('spinbutton', { name: 'Minimum saving, in percent' }).fill('140')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('spinbutton', { name: 'Minimum saving, in percent' })).toHaveValue('20')
    await page.getByRole('spinbutton', { name: 'Minimum messages' }).fill('16')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await policy()).minMessages).toBe(16)
    await expectNoSeriousViolations(page, 'keep and protect')
  } finally {
    await longhand.api().changeSettings({ policy: before.policy })
  }
})

test('K2 where checkpoints are saved by themselves is switched one by one, and a preset leaves it alone', async ({
  page,
  longhand,
}) => {
  const before = await longhand.api().settings()
  const landmarks = async () => (await longhand.api().settings()).policy.landmarks
  try {
    await longhand.visit(page, '/settings/checkpoints')
    await expect(
      page.getByText('Kept for 30 days, 50 at most. When a checkpoint expires, its messages stay.'),
    ).toBeVisible()
    await page.getByRole('switch', { name: 'Checkpoint: Decision made' }).press('Space')
    await expect.poll(landmarks).toEqual(['code', 'fix'])
    await expect(page.getByRole('switch', { name: 'Checkpoint: Decision made' })).not.toBeChecked()
    await expectNoSeriousViolations(page, 'checkpoints in settings')
    await page.getByRole('link', { name: 'Condensing' }).click()
    await expect(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('classic')
    await page.getByRole('combobox', { name: 'Preset' }).selectOption('balanced')
    await expect.poll(async () => (await longhand.api().settings()).policy.schedule).not.toBeNull()
    expect(await landmarks()).toEqual(['code', 'fix'])
  } finally {
    await longhand.api().changeSettings({ policy: before.policy })
  }
})

test('H6 the settings name the configuration file, or say that there is none, and where each value comes from', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page, '/settings/condensing')
  await expect(page.getByRole('navigation', { name: 'Settings' })).toContainText('No configuration file')
  await page.getByText('2 settings come from PORT and LONGHAND_DATA.').click()
  await expect(page.getByText('server.data')).toBeVisible()
  await page.route('**/api/settings', async route => {
    const settings = await longhand.api().settings()
    await route.fulfill({
      json: { ...settings, file: 'longhand.config.yaml', origins: { model: 'longhand.config.yaml:3' } },
    })
  })
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Settings' })).toContainText('longhand.config.yaml')
  await expect(page.getByText('One setting comes from longhand.config.yaml.')).toBeVisible()
})

test('D6 everything can be taken away as one file', async ({ page, longhand }) => {
  const id = await importConversation(longhand, 1)
  await longhand.visit(page, '/settings/data')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export everything' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('longhand.jsonl')
  expect(await readFile(await file.path(), 'utf8')).toContain(id)
})

test('W7 on a phone the models, and all that is said about them, are within the width', async ({ page, longhand }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await longhand.visit(page, '/settings/models')
  await expect(page.getByText('llama3.2', { exact: true })).toBeVisible()
  const wide = await page.locator('.settings-main').evaluate(main => main.scrollWidth > main.clientWidth)
  expect(wide).toBe(false)
  await expect(page.getByRole('button', { name: 'Use' }).first()).toBeInViewport({ ratio: 1 })
})

test('W7 on a phone the chosen section is in sight', async ({ page, longhand }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await longhand.visit(page, '/settings/about')
  await expect(page.getByRole('link', { name: 'About' })).toBeInViewport({ ratio: 1 })
})

test('T3 what was learnt about a model can be seen in the settings, and forgotten', async ({ page, longhand }) => {
  const { id } = await longhand.api().create({ model: providerModel })
  await sendByApi(longhand, id, 'The lamp is lit at dusk.')
  await longhand.visit(page, '/settings/models')
  await expect(page.getByRole('heading', { name: 'Learnt from use' })).toBeVisible()
  const forget = page.getByRole('button', { name: `Forget what was learnt about ${providerModel}` })
  await forget.click()
  await expect(forget).toHaveCount(0)
  expect((await longhand.api().calibrations()).map(({ model }) => model)).not.toContain(providerModel)
})

test('W27 a deleted conversation is brought back, or erased for good after a question', async ({ page, longhand }) => {
  const api = longhand.api()
  const [kept, gone] = [await api.create({ title: 'Tide tables' }), await api.create({ title: 'Old charts' })]
  for (const { id } of [kept, gone]) await api.delete(id)
  await longhand.visit(page, '/settings/data')
  await page.getByRole('button', { name: 'Erase for good Old charts' }).click()
  const question = page.getByRole('alertdialog', { name: 'Erase “Old charts” for good?' })
  await expect(question).toContainText('This cannot be undone')
  await expectNoSeriousViolations(page, 'question before erasing')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await api.deleted()).map(({ id }) => id)).toContain(gone.id)
  await page.getByRole('button', { name: 'Erase for good Old charts' }).press('Enter')
  await question.getByRole('button', { name: 'Erase for good' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Erase for good Old charts' })).toHaveCount(0)
  await expect(api.undelete(gone.id)).rejects.toThrow()
  await page.getByRole('button', { name: 'Restore Tide tables' }).click()
  await expect(page).toHaveURL(new RegExp(kept.id))
})
