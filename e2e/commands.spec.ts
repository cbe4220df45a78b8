import { expectNoSeriousViolations } from './axe.ts'
import { fillerText } from './filler-text.ts'
import { expect, providerModel, smallModel, test } from './longhand.ts'
import { composer, condense, importConversation, openNew, send, sendAndWait, sendByApi } from './steps.ts'

test.describe('US5 Manual compaction control', () => {
  test('US5.1, US5.2 /compact --force runs in the background with an indicator and shows tokens before, after and saved', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 24)
    await longhand.visit(page, `/c/${id}`)
    await send(page, '/compact')
    await expect(page.getByText(/No condensing needed/)).toBeVisible()
    const below = () =>
      page
        .locator('.pages')
        .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
    // What is said above the composer does not hide the last line.
    await expect.poll(below).toBeLessThan(2)
    await send(page, '/compact --force')
    await expect(page.getByText('Condensing context…')).toBeVisible()
    await expect(page.getByText(/^Condensed \d+ messages: [\d,]+ → [\d,]+ tokens$/)).toBeVisible({ timeout: 15_000 })
    await page.getByRole('button', { name: '1 receipt' }).click()
    const receipt = page.getByRole('region', { name: 'Receipt 1' })
    await expect(receipt).toContainText(/Tokens[\d,]+ → [\d,]+/)
    await expect(receipt).toContainText(/Saved[\d,]+ \(\d+%\)/)
    await expect(receipt).toContainText(/Retention\d+% of [\d,]+ facts/)
    await expect(page.getByRole('figure').filter({ hasText: 'Tokens, by message' })).toContainText(
      /80% of the window.*¶ 1¶ 48/,
    )
  })

  test('US5.3 /compact --fast is answered by the faster model, and the receipt names it', async ({
    page,
    longhand,
  }) => {
    const { summaryModel, fastModel } = await longhand.api().settings()
    try {
      // Whoever asks the usual one here waits for a model that has nothing to say.
      await longhand.api().changeSettings({ summaryModel: providerModel, fastModel: 'offline/extractive' })
      const id = await importConversation(longhand, 24)
      await longhand.visit(page, `/c/${id}`)
      await send(page, '/compact --force --fast')
      await expect(page.getByText(/^Condensed \d+ messages/)).toBeVisible({ timeout: 15_000 })
      await page.getByRole('button', { name: '1 receipt' }).click()
      await expect(page.getByRole('region', { name: 'Receipt 1' })).toContainText('Cost, extractive')
    } finally {
      await longhand.api().changeSettings({ summaryModel, fastModel })
    }
  })

  test('US5.4 within 30 seconds of the last one, a message explains the cooldown', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 24)
    await condense(longhand, id)
    for (let at = 1; at <= 4; at++) await sendByApi(longhand, id, `Later note ${at}.\n\n${fillerText(400, at)}`)
    await longhand.visit(page, `/c/${id}`)
    await send(page, '/compact --force')
    await expect(page.getByRole('status').filter({ hasText: /Possible again in \d+ s/ })).toBeVisible()
  })
})

test.describe('M commands', () => {
  test('M the menu opens on a slash, filters, completes and runs by keyboard alone', async ({ page, longhand }) => {
    await openNew(page, longhand)
    await composer(page).pressSequentially('/')
    const menu = page.getByRole('listbox', { name: 'Commands' })
    await expect(menu.getByRole('option')).toHaveCount(17)
    await composer(page).pressSequentially('sa')
    await expect(menu.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(composer(page)).toHaveValue('/save-progress ')
    await expect(menu).toBeHidden()
    await composer(page).fill('/')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(composer(page)).toHaveValue('/')
    await composer(page).fill('/help')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Commands and keys' })).toBeVisible()
    await expectNoSeriousViolations(page, 'help')
  })

  test('M an unknown command names the nearest and keeps the words', async ({ page, longhand }) => {
    await openNew(page, longhand)
    await composer(page).fill('/compat keep the API decisions')
    await composer(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText(/No command \/compat.*Did you mean \/compact\?/)
    await expect(composer(page)).toHaveValue('/compat keep the API decisions')
  })

  test('M a path is no command', async ({ page, longhand }) => {
    await openNew(page, longhand)
    await sendAndWait(page, '/usr/bin holds programs')
    await expect(page.locator('#m1')).toContainText('/usr/bin holds programs')
  })

  test('M /model, /context, /new and /fork', async ({ page, longhand }) => {
    await openNew(page, longhand)
    await sendAndWait(page, 'Hello there.')
    await send(page, `/model ${smallModel}`)
    await expect(page.getByText(/8,192 tokens/).first()).toBeVisible()
    await send(page, '/context')
    await expect(page.getByRole('table', { name: 'What fills the window' })).toBeVisible()
    await composer(page).focus()
    await send(page, '/fork')
    await expect(page.getByText(/A new branch begins here/)).toBeVisible()
    await composer(page).fill('/new')
    await composer(page).press('Enter')
    await expect(page).not.toHaveURL(/\/c\//)
    await expect(composer(page)).toBeFocused()
  })
})
