import { fillerText } from './filler-text.ts'
import { expect, providerModel, smallModel, test } from './longhand.ts'
import {
  cards,
  composer,
  condense,
  importConversation,
  openNew,
  pressOn,
  send,
  sendAndWait,
  sendByApi,
} from './steps.ts'

test('W5 the first message is edited and resent; the old one stays as a branch', async ({ page, longhand }) => {
  const id = await importConversation(longhand, 2)
  await longhand.visit(page, `/c/${id}`)
  await pressOn(page.locator('#m1'), 'Edit and resend')
  await expect(page.getByText('¶ 1 edited; the old one stays as a branch.')).toBeVisible()
  await composer(page).fill('A different beginning.')
  await composer(page).press('Enter')
  await expect(page.locator('#m1')).toContainText('A different beginning.')
  await expect(page.locator('#m2')).toBeVisible()
  await expect(page.locator('.branch')).toContainText('2 of 2')
})

test('F6 an empty answer is told, and can be retried', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: providerModel })
  await send(page, 'Please say nothing.')
  const strip = page.getByRole('alert').filter({ hasText: 'llama3.2 did not answer' })
  await expect(strip).toContainText('The answer was empty.')
  await expect(strip.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('F6 half an answer is not said to be none', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: providerModel })
  await send(page, 'Please break off.')
  await expect(page.getByRole('alert').filter({ hasText: 'llama3.2 stopped mid-answer' })).toBeVisible()
})

test('W5 an answer that broke off goes on in its place: one answer, and nobody says anything for it', async ({
  page,
  longhand,
}) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await send(page, 'Please break off.')
  const ending = page.locator('.ending')
  await ending.getByRole('button', { name: 'Continue' }).click()
  const answer = page.locator('#m2')
  await expect(answer.getByText('It begins and it ends well.')).toBeVisible()
  await expect(ending).toHaveCount(0)
  await expect(cards(page)).toHaveCount(2)
  await expect(answer.locator('.card-number')).toContainText('2–3')
  await page.reload()
  await expect(answer.getByText('It begins and it ends well.')).toBeVisible()
  expect(JSON.stringify((await longhand.api().entries(id)).entries)).not.toContain('Go on')
  expect(await (await longhand.fetch(`/api/conversations/${id}/export?format=md`)).text()).toContain(
    'It begins and it ends well.',
  )
})

test('W5 Esc stops an answer that has not begun yet', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: providerModel })
  let pass = () => {}
  const held = new Promise<void>(done => {
    pass = done
  })
  await page.route('**/messages', async route => {
    await held
    await route.continue()
  })
  await send(page, 'Please write slowly.')
  await expect(page.getByText('Sending', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  pass()
  await expect(page.getByText(/^(Stopped at|Not answered)/)).toBeVisible()
  await expect(page.getByText('word400')).toHaveCount(0)
})

test('W5 any answer is generated again, also by keyboard; what came after stays as a branch', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 3)
  await longhand.visit(page, `/c/${id}`)
  await pressOn(page.locator('#m4'), 'Regenerate')
  await expect(page.locator('#m5')).toHaveCount(0)
  await expect(page.locator('#m4 .branch')).toContainText('2 of 2')
  await page.locator('#m2').focus()
  await page.keyboard.press('r')
  await expect(page.locator('#m3')).toHaveCount(0)
  await expect(page.locator('#m2 .branch')).toContainText('2 of 2')
})

test('F3 a rate limit is told while it lasts, with the time of the next try', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: providerModel })
  await send(page, 'Please be busy.')
  await expect(page.getByText(/^Rate limit\. Next try in (1\d|20) s/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('W4 the model view counts the whole conversation, also what was never scrolled to', async ({ page, longhand }) => {
  const id = await importConversation(longhand, 130)
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m260')).toBeVisible()
  await page.getByRole('button', { name: 'What the model sees' }).click()
  await expect(page.getByRole('heading', { name: /^What you see 260 messages · [\d,]+ tokens$/ })).toBeVisible()
})

test('F6 a file that is too large is named and left out, the others stay; what the server refuses comes back', async ({
  page,
  longhand,
}) => {
  await openNew(page, longhand)
  const file = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') })
  await page.getByLabel('Files').setInputFiles([file('notes.txt', 100), file('film.bin', 9_000_000)])
  await expect(page.getByRole('alert').filter({ hasText: 'film.bin is too large' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove film.bin' })).toHaveCount(0)
  const refusal = { code: 'too-large', sentence: 'The request is larger than 10 MB. Send less at once.' }
  await page.route('**/messages', route => route.fulfill({ status: 413, json: refusal }), { times: 1 })
  await composer(page).fill('Here it is.')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('Here it is.')
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
})

test('C15 undoing the second summary says that the first one holds again', async ({ page, longhand }) => {
  const id = await importConversation(longhand, 24)
  await condense(longhand, id)
  for (let more = 0; more < 8; more++)
    await sendByApi(longhand, id, `We decided on harbour number ${more}. `.repeat(30))
  await condense(longhand, id)
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page).last()).toBeVisible()
  await send(page, '/undo')
  await expect(page.getByRole('status').filter({ hasText: 'Condensing undone' })).toContainText(
    'The model reads the summary before it again.',
  )
})

test('D6 imported answers carry the name of their own model, or none', async ({ page, longhand }) => {
  const line = (type: string, content: string, more = {}) =>
    JSON.stringify({
      ...{ type, uuid: content, timestamp: '2026-11-16T12:00:00Z', sessionId: 's' },
      message: { role: type, content: [{ type: 'text', text: content }], ...more },
    })
  const transcript = [line('user', 'Hello'), line('assistant', 'Hi', { model: 'claude-opus-4-6' })].join('\n')
  const { conversation: id } = await longhand.api().import(transcript, 'transcript')
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m2 .card-who')).toHaveText('claude-opus-4-6')
  const plain = await importConversation(longhand, 1)
  await longhand.visit(page, `/c/${plain}`)
  await expect(page.locator('#m2 .card-who')).toHaveText('Model')
})

test('W6 a tab that was frozen while its answer was written says nothing of elsewhere', async ({ page, longhand }) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await sendAndWait(page, 'Please write code.')
  const devtools = await page.context().newCDPSession(page)
  await send(page, 'Please answer slowly.')
  await composer(page).fill('Half a sent')
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await expect
    .poll(async () => JSON.stringify((await longhand.api().entries(id)).entries.at(-1)), { timeout: 20_000 })
    .toContain('word400')
  await page.waitForTimeout(3_000)
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(page.getByText(/word400\b/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Updated elsewhere')).toHaveCount(0)
})

test('W10 an answer tells its tokens and its time', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: providerModel })
  await sendAndWait(page, 'Please write code.')
  await expect(page.locator('#m2 .card-figures')).toHaveText(/^[\d,]+ tokens in, [\d,]+ out · [\d.]+ (ms|s)$/)
  await expect(page.locator('#m2 .card-figures')).toBeVisible()
})

test('F2 a refusal names the largest message by the ¶ that the page shows, whatever was stored between them', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 2, smallModel)
  // Neither is a message, so that ¶ and the place in the store are no longer the same.
  await longhand.api().protect(id, 3, 'protect')
  await longhand.api().protect(id, 3, 'release')
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m4')).toBeVisible()
  await send(page, `Keep all of this in mind. ${fillerText(9_000)}`)
  const refusal = page.getByRole('alert').filter({ hasText: 'This does not fit' })
  await expect(refusal).toContainText(/needs [\d,]+ tokens; [\d,]+ are free\. Largest: ¶ 5 \(/, { timeout: 60_000 })
  await expect(page.locator('#m5')).toContainText('Keep all of this in mind.')
})

test('V13 a message that does not fit is trimmed by one click, and answered; every word stays, and undo brings it back', async ({
  page,
  longhand,
}) => {
  const id = await openNew(page, longhand, { model: smallModel })
  await sendAndWait(page, 'The port is 8443.')
  await send(page, `Keep this in mind. ${fillerText(9_000)} The end of it is near.`)
  const refusal = page.getByRole('alert').filter({ hasText: 'This does not fit' })
  await expect(refusal.getByRole('button')).toHaveText(['Trim ¶ 3', 'Condense now', ''], { timeout: 60_000 })
  await refusal.getByRole('button', { name: 'Trim ¶ 3' }).click()
  const told = page.getByRole('status').filter({ hasText: '¶ 3 is trimmed' })
  await expect(told).toContainText(/The model reads [\d,]+ of its [\d,]+ tokens; every word stays here\./)
  await expect(page.locator('#m4')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 30_000 })
  const readOf3 = async () => JSON.stringify((await longhand.api().view(id)).messages[2])
  expect(await readOf3()).toContain('characters trimmed; stored in full as ¶ 3')
  await expect(page.locator('#m3')).toContainText('The end of it is near.')
  await expect(page.locator('#m3')).not.toContainText('characters trimmed')
  const mark = page.locator('#m3').getByText(/^Trimmed for the model: [\d,]+ → [\d,]+ tokens/)
  await expect(mark).toBeVisible()
  await expect(page.locator('#m3')).toHaveAttribute('aria-label', '¶ 3, You, trimmed for the model')
  const [before, after] = (await mark.innerText())
    .match(/[\d,]{2,}/g)!
    .map(figure => Number(figure.replaceAll(',', '')))
  expect(after).toBeLessThan(before!)
  await page.keyboard.press('Control+.')
  const row = page.getByRole('region', { name: 'What the model sees' }).getByRole('listitem').nth(2)
  await expect(row).toContainText(/^3YouTrimmed · Keep this in mind\./)
  await expect(row).toContainText(after!.toLocaleString('en'))
  await page.keyboard.press('Control+.')
  await mark.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Trim undone' })).toContainText(
    'The model reads ¶ 3 as it did before.',
  )
  await expect(mark).toBeHidden()
  expect(await readOf3()).not.toContain('characters trimmed')
})
