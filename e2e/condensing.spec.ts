import { readFile } from 'node:fs/promises'
import { expectNoSeriousViolations } from './axe.ts'
import { fillerText } from './filler-text.ts'
import { expect, type Longhand, providerModel, smallModel, test } from './longhand.ts'
import {
  cards,
  compactedConversation,
  composer,
  condense,
  divider,
  importConversation,
  openNew,
  scrollTo,
  send,
  sendAndWait,
  sendByApi,
} from './steps.ts'

test.describe('US2 Automatic context compaction', () => {
  test('US2.1, US2.2, US2.3, US2.5, W2 above 80% it condenses in the background; people read, write and go on at once', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 26, smallModel)
    const { used } = await longhand.api().status(id)
    expect(used / 8_192).toBeLessThan(0.7)
    await longhand.visit(page, `/c/${id}`)
    await send(page, fillerText(Math.round(8_192 * 0.82 - used)))
    const strip = page.getByRole('status').filter({ hasText: 'Condensing context…' })
    await expect(strip).toContainText(/Condensing context… \d+ s.*messages.*Cancel/, { timeout: 15_000 })
    await composer(page).fill('What is the port?')
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByText(/^Condensed \d+ messages: [\d,]+ → [\d,]+ tokens$/)).toBeVisible({ timeout: 20_000 })
    await expect(composer(page)).toHaveValue('What is the port?')
    await scrollTo(page, divider(page))
    await expect(divider(page)).toContainText(/Context condensed \([\d,]+ → [\d,]+ tokens\)/)
    await expect(divider(page)).toContainText(/\d+ messages folded, \d+ kept · \d+% retained/)
    await composer(page).press('Enter')
    await expect(cards(page).filter({ hasText: '8443' }).last()).toBeVisible({ timeout: 15_000 })
  })

  test('W3 what opens at the end of a conversation opens downwards, and its first line stays where it was', async ({
    page,
    longhand,
  }) => {
    await page.setViewportSize({ width: 1280, height: 2_400 })
    await longhand.visit(page, `/c/${await compactedConversation(longhand)}`)
    const heading = divider(page).getByRole('button', { expanded: false })
    const y = async () => Math.round((await divider(page).boundingBox())!.y)
    await expect(heading).toBeInViewport()
    await expect(async () => expect(await y()).toBe(await y())).toPass()
    const before = await y()
    await heading.click()
    await expect(divider(page).getByText(/of [\d,]+ facts retained/)).toBeVisible()
    // Its own undo goes into what is open, so it gets a little lower.
    await expect.poll(async () => Math.abs((await y()) - before)).toBeLessThan(20)
  })

  test('US2.4, W3 the divider opens to what was condensed, and each item leads to its original and back', async ({
    page,
    longhand,
  }) => {
    const id = await compactedConversation(longhand)
    await longhand.visit(page, `/c/${id}`)
    await scrollTo(page, divider(page))
    await expect(divider(page).getByText(/of [\d,]+ facts retained/)).toBeHidden()
    await divider(page).getByRole('button', { expanded: false }).click()
    await expect(divider(page).getByText(/of [\d,]+ facts retained/)).toBeVisible()
    await divider(page)
      .getByRole('button', { name: /^Also: .*record$/ })
      .click()
    for (const more of await divider(page)
      .getByRole('button', { name: /^\d+ more$/ })
      .all())
      await more.click()
    await expect(divider(page).getByText('duplicate key export_jobs_idem_key').first()).toBeVisible()
    const link = divider(page)
      .getByRole('link', { name: /^¶ \d+$/ })
      .first()
    const number = (await link.textContent())!.replace(/\D/g, '')
    await link.click()
    await expect(page.locator('.card.flash, .card:focus')).toHaveCount(1)
    await expect(page.locator('.card:focus')).toHaveId(`m${number}`)
    await page.getByRole('button', { name: 'Back to divider' }).click()
    await expect(divider(page)).toBeInViewport()
    await expect(divider(page).getByRole('button', { expanded: true })).toBeFocused()
  })

  test('W2, W3 a click counts while the page still scrolls', async ({ page, longhand }) => {
    const id = await compactedConversation(longhand)
    await longhand.visit(page, `/c/${id}`)
    await scrollTo(page, divider(page))
    const pressed = await divider(page).evaluate(async fold => {
      const title = fold.querySelector('.fold-title')!
      for (let frame = 0; frame < 3; frame++) {
        fold.closest('.pages')!.scrollBy(0, 1)
        await new Promise(requestAnimationFrame)
      }
      const { x, y, width, height } = title.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') === title
    })
    expect(pressed).toBe(true)
  })

  test('W3 older messages stay readable, dimmed', async ({ page, longhand }) => {
    const id = await compactedConversation(longhand)
    await longhand.visit(page, `/c/${id}`)
    await expect(page.locator('#m48')).not.toHaveClass(/folded/)
    await scrollTo(page, page.locator('#m3'))
    await expect(page.locator('#m3')).toHaveClass(/folded/)
    await expect(page.locator('#m3')).toContainText('note 2')
  })
})

test.describe('The source documents', () => {
  test('seed 000 "Compact indicator displayed": between the compacted and the recent messages, with how many were kept', async ({
    page,
    longhand,
  }) => {
    const id = await compactedConversation(longhand)
    await longhand.visit(page, `/c/${id}`)
    await scrollTo(page, divider(page))
    await expect(divider(page)).toContainText(/\d+ kept/)
    const around = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.card, .fold')]
      const at = rows.findIndex(row => row.classList.contains('fold'))
      return [rows[at - 1]?.className, rows[at + 1]?.className]
    })
    expect(around[0]).toContain('folded')
    expect(around[1]).toContain('shown')
  })

  test('seed 000 "Resume compacted conversation", V4 a reload uses the stored summary and shows every word', async ({
    page,
    longhand,
  }) => {
    const id = await compactedConversation(longhand)
    const before = await longhand.api().view(id)
    await longhand.visit(page, `/c/${id}`)
    await page.reload()
    await scrollTo(page, page.locator('#m1'))
    await expect(page.locator('#m1')).toContainText('note 1')
    expect((await longhand.api().view(id)).messages).toEqual(before.messages)
    expect(await longhand.api().receipts(id)).toHaveLength(1)
  })

  test('seed 003 the fork model: you see everything, the model sees the summary and what came after', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 24)
    await condense(longhand, id)
    await longhand.visit(page, `/c/${id}`)
    await sendAndWait(page, 'And what is the timeout?')
    await composer(page).fill('Half a sent')
    await page.getByRole('button', { name: 'What the model sees' }).click()
    await expect(composer(page)).toBeHidden()
    const yours = page.getByRole('region', { name: 'What you see' })
    const models = page.getByRole('region', { name: 'What the model sees' })
    await expect(yours.getByText(/50 messages/)).toBeVisible()
    await expect(models.locator('pre')).toContainText('This is a record of the earlier part of this conversation')
    await expect(models.getByText('And what is the timeout?')).toBeVisible()
    await expect(models.locator('.view-line').filter({ hasText: 'note 2.' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to what you see' }).click()
    await expect(composer(page)).toHaveValue('Half a sent')
  })

  test('seed 003 "Second compaction (stacking)", V5 a second summary folds the first', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 26, smallModel)
    const written = async () => (await longhand.api().receipts(id)).length
    for (let at = 1; (await written()) < 2; at++)
      await sendByApi(longhand, id, `Later note ${at}.\n\n${fillerText(700, at)}`)
    await longhand.visit(page, `/c/${id}`)
    await scrollTo(page, divider(page).filter({ hasText: 'summary 2' }))
    await expect(divider(page).filter({ hasText: 'summary 2' })).toBeVisible()
    expect((await longhand.api().view(id)).messages.filter(({ kind }) => kind === 'summary')).toHaveLength(1)
  })
})

test.describe('W4 from the divider', () => {
  test('C15 a condensing is undone, redone and put in other words; nothing is lost on the way', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 24)
    const before = await longhand.api().view(id)
    await condense(longhand, id)
    const after = await longhand.api().view(id)
    await longhand.visit(page, `/c/${id}`)
    await scrollTo(page, divider(page))
    await divider(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Condensing undone')).toBeVisible()
    expect((await longhand.api().view(id)).messages).toEqual(before.messages)
    await page.getByRole('status').getByRole('button', { name: 'Redo' }).click()
    await expect(page.getByText('Condensing redone')).toBeVisible()
    expect((await longhand.api().view(id)).messages).toEqual(after.messages)
    await divider(page).getByRole('button', { expanded: false }).click()
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
    await divider(page).getByRole('button', { name: 'Edit summary' }).click()
    await expectNoSeriousViolations(page, 'edit summary')
    await page.getByRole('textbox', { name: 'Summary' }).fill('## Goal\nMine: the harbour opens at seven.')
    await page.getByRole('button', { name: 'Use this summary' }).click()
    await expect(divider(page)).toContainText('edited by you')
    expect(JSON.stringify((await longhand.api().view(id)).messages)).toContain('the harbour opens at seven')
  })

  test('C14 a preview says what would fold and stay, how many facts, its budget and its checks, and changes nothing', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 24)
    await longhand.api().protect(id, 5, 'protect')
    await longhand.visit(page, `/c/${id}`)
    await composer(page).fill('/compact --preview')
    await composer(page).press('Enter')
    const dialog = page.getByRole('dialog', { name: /Preview: nothing has changed yet/ })
    await expect(dialog.getByText('Messages folded')).toBeVisible()
    await expect(dialog.getByText(/^Retention\d+%$/)).toBeVisible()
    await expect(dialog.getByText(/^Facts found[\d,]+$/)).toBeVisible()
    await expect(dialog.getByText(/^Protected2$/)).toBeVisible()
    await expect(dialog.getByText(/^¶ 1 First message, \d+$/)).toBeVisible()
    await expect(dialog.getByText(/^¶ 5 The port is 8443.*, \d+$/)).toBeVisible()
    await expect(dialog.getByText(/^¶ 43–48 The last 6 messages, [\d,]+$/)).toBeVisible()
    await expect(dialog.getByText(/^[\d,]+ \/ [\d,]+ tokens$/)).toBeVisible()
    await dialog.getByText(/^Checks: .*\d+ passed/).click()
    await expect(dialog.getByText('It contains no secrets')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Summary (you can edit it)' }).fill('Mine.')
    await expect(dialog.getByText(/edited by you, and used as written/)).toBeVisible()
    await expect(dialog.getByText(/^about \d+ \/ [\d,]+ tokens$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await longhand.api().receipts(id)).toEqual([])
  })
})

test.describe('C17 reading before it counts', () => {
  /** A conversation that is to be read first, with a summary that waits; returns its id. */
  async function offered(longhand: Longhand): Promise<string> {
    const id = await importConversation(longhand, 26, smallModel)
    const { policy } = await longhand.api().conversation(id)
    await longhand.api().update(id, { policy: { ...policy, automatic: 'ask' } })
    await sendByApi(longhand, id, `One more note.\n\n${fillerText(700, 3)}`)
    await expect.poll(async () => (await longhand.api().conversation(id)).offer, { timeout: 30_000 }).not.toBeNull()
    return id
  }

  test('a summary is offered, read, and the one that was read counts', async ({ page, longhand }) => {
    const id = await offered(longhand)
    await longhand.visit(page, `/c/${id}`)
    await expect(page.getByText('A summary is ready to review')).toBeVisible()
    await expectNoSeriousViolations(page, 'a summary is offered')
    await page.getByRole('button', { name: 'Review' }).press('Enter')
    const summary = page.getByRole('textbox', { name: 'Summary (you can edit it)' })
    await expect(summary).toHaveValue(/\S/)
    const text = await summary.inputValue()
    expect(await longhand.api().receipts(id)).toEqual([])
    await page.getByRole('button', { name: 'Condense with this summary' }).click()
    await expect(page.getByText(/^Condensed \d+ messages/)).toBeVisible({ timeout: 15_000 })
    const read = (await longhand.api().view(id)).messages.find(({ kind }) => kind === 'summary')
    expect(JSON.stringify(read!.message)).toContain(JSON.stringify(text).slice(1, -1))
    await expect(page.getByText('A summary is ready to review')).toBeHidden()
  })

  test('one that is put in other words counts in those, and one that is sent away leaves all as it was', async ({
    page,
    longhand,
  }) => {
    const id = await offered(longhand)
    const before = await longhand.api().view(id)
    await longhand.visit(page, `/c/${id}`)
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('A summary is ready to review')).toBeHidden()
    expect((await longhand.api().view(id)).messages).toEqual(before.messages)
    const other = await offered(longhand)
    await longhand.visit(page, `/c/${other}`)
    await page.getByRole('button', { name: 'Review' }).click()
    const summary = page.getByRole('textbox', { name: 'Summary (you can edit it)' })
    await expect(summary).toHaveValue(/\S/)
    await summary.fill('## Goal\nMine: the lamp is lit at dusk.')
    await page.getByRole('button', { name: 'Condense with this summary' }).click()
    await expect(page.getByText(/^Condensed \d+ messages/)).toBeVisible({ timeout: 15_000 })
    expect(JSON.stringify((await longhand.api().view(other)).messages)).toContain('the lamp is lit at dusk')
  })

  test('it is switched on in the settings, where condensing is automatic', async ({ page, longhand }) => {
    const before = await longhand.api().settings()
    const automatic = async () => (await longhand.api().settings()).policy.automatic
    try {
      await longhand.visit(page, '/settings/condensing')
      await page.getByRole('switch', { name: 'Review summaries first' }).press('Space')
      await expect.poll(automatic).toBe('ask')
      await expect(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('classic')
      await page.getByRole('switch', { name: 'Automatic condensing' }).click()
      await expect.poll(automatic).toBe('off')
      await expect(page.getByRole('switch', { name: 'Review summaries first' })).toBeHidden()
    } finally {
      await longhand.api().changeSettings({ policy: before.policy })
    }
  })
})

test('C11 the receipts can be taken away as a file, as they are', async ({ page, longhand }) => {
  const id = await compactedConversation(longhand)
  await longhand.visit(page, `/c/${id}`)
  await page.getByRole('button', { name: '1 receipt' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download receipts' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('receipts.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual(await longhand.api().receipts(id))
})

test('F4 Esc cancels a condensing that runs; the view is as it was', async ({ page, longhand }) => {
  const id = await importConversation(longhand, 24)
  const before = await longhand.api().view(id)
  await longhand.visit(page, `/c/${id}`)
  await send(page, '/compact --force')
  await expect(page.getByText('Condensing context…')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: 'Condensing cancelled' })).toBeVisible()
  expect((await longhand.api().view(id)).messages).toEqual(before.messages)
})

test('K9 the start screen says how often a conversation was condensed', async ({ page, longhand }) => {
  const id = await compactedConversation(longhand)
  await longhand.visit(page)
  const row = page.getByRole('list', { name: 'Conversations' }).locator(`a[href="/c/${id}"]`)
  await expect(row).toContainText('48 messages · condensed 1×')
})

test('O2 the sample conversation opens with one click', async ({ page, longhand }) => {
  await longhand.visit(page)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(cards(page).first()).toBeVisible({ timeout: 15_000 })
})

test('O1, W8 without a key one writes and is answered at once, and one line says how to connect a real model', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page)
  await expect(page.getByText('It answers only by quoting what it was sent. Choose a real one.')).toBeVisible()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await sendAndWait(page, 'The lamp is lit at dusk.')
  await sendAndWait(page, 'When is the lamp lit?')
  await expect(page.locator('#m4')).toContainText('The lamp is lit at dusk.')
  await expect(page.getByText('Offline model. It answers only by quoting')).toBeVisible()
  await longhand.visit(page)
  await page.getByRole('link', { name: 'Choose' }).click()
  await expect(page.getByRole('heading', { name: 'Models and keys' })).toBeVisible()
})

test('K9 the head shows the first words of a new conversation at once, while they are still being answered', async ({
  page,
  longhand,
}) => {
  await openNew(page, longhand, { model: providerModel })
  await expect(page.getByRole('heading', { level: 1, name: 'New conversation' })).toBeVisible()
  await send(page, 'Please answer slowly.')
  await expect(page.getByText(/word20\b/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Please answer slowly.' })).toBeVisible()
  await expect(page).toHaveTitle('Please answer slowly. – Longhand')
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('a new conversation is a blank page', async ({ page, longhand }) => {
  await openNew(page, longhand)
  await expect(page.getByText('A blank page')).toBeVisible()
})
