import { expectNoSeriousViolations } from './axe.ts'
import { expect, providerModel, test } from './longhand.ts'
import { cards, composer, importConversation, openNew, sendAndWait, sendByApi } from './steps.ts'

test.describe('US3 Crash recovery and checkpoints', () => {
  test('US3.1, K2 code that is written saves a checkpoint within 2 seconds, tagged code', async ({
    page,
    longhand,
  }) => {
    const id = await openNew(page, longhand, { model: providerModel })
    await sendAndWait(page, 'Please write code that claims a job.')
    const found = async () => (await longhand.api().checkpoints(id)).find(({ tags }) => tags.includes('code'))
    await expect.poll(found).toBeDefined()
    const written = (await longhand.api().entries(id)).entries.findLast(({ type }) => type === 'message')!
    expect(Date.parse((await found())!.at) - Date.parse(written.at)).toBeLessThan(2_000)
    await page
      .getByRole('button', { name: /checkpoint/ })
      .first()
      .click()
    await expect(page.getByRole('complementary', { name: 'Checkpoints' }).locator('.tag-code').first()).toBeVisible()
  })

  test('US3.2, K7 after kill -9 the start screen offers "Resume from checkpoint?"; after a clean end it does not', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 2)
    await longhand.api().saveCheckpoint(id, 'Harbour planned')
    await longhand.visit(page, `/c/${id}`)
    await expect(cards(page).first()).toBeVisible()
    await longhand.kill()
    await page.goto('about:blank')
    await longhand.start()
    await longhand.visit(page)
    const prompt = page.getByRole('alertdialog', { name: 'Resume from checkpoint?' })
    await expect(prompt).toContainText(/Resume from checkpoint\? \d\d:\d\d – Harbour planned/)
    await expect(prompt.getByRole('button', { name: 'Resume' })).toBeFocused()
    await expectNoSeriousViolations(page, 'recovery prompt')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(id))
    await expect(cards(page).first()).toBeVisible()
    await page.goto(longhand.url())
    await longhand.stop()
    await longhand.start()
    await longhand.visit(page)
    await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible()
    await expect(prompt).toBeHidden()
  })

  test('K7 a hidden tab whose timers rest is not offered; one that crashed is, and where it opens is named', async ({
    page,
    context,
    longhand,
  }) => {
    const id = await importConversation(longhand, 2)
    await page.clock.install()
    await longhand.visit(page, `/c/${id}`)
    await expect(cards(page).first()).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const silent = async () => (await longhand.api().recovery()).some(({ conversation }) => conversation === id)
    await expect.poll(silent, { timeout: 40_000 }).toBe(true)
    const other = await context.newPage()
    await longhand.visit(other)
    await expect(other.getByRole('heading', { name: 'Conversations' })).toBeVisible()
    await expect(other.getByText('Sample conversation')).toBeVisible()
    const prompt = other.getByRole('alertdialog', { name: 'Resume where you left off?' })
    await expect(prompt).toBeHidden()
    await page.goto('chrome://crash').catch(() => {})
    await longhand.visit(other)
    await expect(prompt).toContainText(/Opens “.+” at ¶ 4/)
    await prompt.getByRole('button', { name: 'Not now' }).click()
  })

  test('K7 a tab that was offline for a while and left, and one that left while offline, are not offered', async ({
    page,
    context,
    longhand,
  }) => {
    const id = await importConversation(longhand, 2)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await longhand.visit(tab, `/c/${id}`)
      await expect(cards(tab).first()).toBeVisible()
    }
    await context.setOffline(true)
    // Two heartbeats that nobody hears.
    await page.waitForTimeout(11_000)
    await other.goto('about:blank')
    await context.setOffline(false)
    await page.waitForTimeout(6_000)
    await page.goto('about:blank')
    // Until both are silent for long enough to be taken for dead.
    await page.waitForTimeout(21_000)
    await longhand.visit(page)
    await expect(page.getByText('Sample conversation')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('US3.3, K3 /save-progress saves a checkpoint under its label and shows its id', async ({ page, longhand }) => {
    const id = await openNew(page, longhand)
    await sendAndWait(page, 'We start with the harbour.')
    await composer(page).fill('/save-progress "completed auth feature"')
    await composer(page).press('Enter')
    const strip = page.getByRole('status').filter({ hasText: 'Checkpoint saved: completed auth feature' })
    await expect(strip).toBeVisible()
    const [saved] = await longhand.api().checkpoints(id)
    await expect(strip).toContainText(saved!.id)
  })

  test('US3.4, US4.4, K4 "Resume from here" restores messages, view and token count; what came after stays as a branch', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 3)
    await longhand.api().saveCheckpoint(id, 'After three')
    const [there, status] = [await longhand.api().view(id), await longhand.api().status(id)]
    await sendByApi(longhand, id, 'Something that came after.')
    await longhand.visit(page, `/c/${id}?checkpoints`)
    await page.getByRole('button', { name: /After three/ }).click()
    await page.getByRole('button', { name: 'Resume from here' }).click()
    const question = page.getByRole('alertdialog', { name: /After three/ })
    await expect(question).toBeVisible()
    await expectNoSeriousViolations(page, 'question before going back')
    await question.getByRole('button', { name: 'Resume from here' }).click()
    await expect(page.getByText('Back at “After three”')).toBeVisible()
    await expect(page.getByText('Something that came after.')).toHaveCount(0)
    expect((await longhand.api().view(id)).messages).toEqual(there.messages)
    expect((await longhand.api().status(id)).used).toBe(status.used)
    await page.getByRole('button', { name: 'Return' }).click()
    await expect(page.getByText('Something that came after.').first()).toBeVisible()
  })

  test('K6 a checkpoint of a model that holds more asks first', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 2)
    await longhand.api().saveCheckpoint(id, 'With room')
    await longhand.api().update(id, { model: 'offline/quoting-8k' })
    await longhand.visit(page, `/c/${id}?checkpoints`)
    await page.getByRole('button', { name: /With room/ }).click()
    await page.getByRole('button', { name: 'Resume from here' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Resume with a smaller window?' })
    await expect(dialog).toContainText('which holds less')
    await dialog.getByRole('button', { name: 'Resume anyway' }).click()
    await expect(page.getByText('Back at “With room”')).toBeVisible()
  })
})

test.describe('US4 Session resume', () => {
  test('US4.1, K9 the picker shows title, last message, time and checkpoint count', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 1)
    await longhand.api().update(id, { title: 'Harbour by night' })
    await longhand.api().saveCheckpoint(id, 'One')
    await longhand.visit(page)
    const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Harbour by night/ })
    await expect(row).toContainText(/quoting|You/)
    await expect(row).toContainText(/\d\d:\d\d/)
    await expect(row).toContainText('2 messages')
    await expect(row).toContainText(/[1-9]\d* checkpoints/)
    await expect(row).toContainText(/\d%/)
  })

  test('US4.2 "Resume latest" opens the newest conversation where it was', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 2)
    await longhand.visit(page)
    await page.getByRole('link', { name: 'Resume latest' }).click()
    await expect(page).toHaveURL(new RegExp(id))
    await expect(page.getByText('This is note 2.').first()).toBeVisible()
  })

  test('US4.3 "Browse checkpoints" shows them as a timeline with labels, tags and times', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 2)
    await longhand.api().saveCheckpoint(id, 'First light')
    await longhand.visit(page)
    await page.getByRole('link', { name: 'Browse checkpoints' }).click()
    const timeline = page.getByRole('complementary', { name: 'Checkpoints' })
    await expect(timeline.getByRole('button', { name: /First light saved by you \d\d:\d\d/ })).toBeVisible()
  })

  test('K9 search finds words in messages, and leads to them', async ({ page, longhand }) => {
    const { id } = await longhand.api().create()
    await sendByApi(longhand, id, 'The lighthouse keeper is called Zebedee.')
    await longhand.visit(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill('Zebedee')
    await page.getByRole('list', { name: 'Found' }).getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`${id}#m\\d+`))
    await expect(page.getByText('is called Zebedee').first()).toBeVisible()
  })
})
