import { expect, providerModel, test } from './longhand.ts'
import { cards, composer, importConversation, openNew, send, sendAndWait } from './steps.ts'

const writing = 'Please answer slowly.'

test('K8, K10 kill -9 of the server in mid-answer: the page waits, then shows what was kept, to be continued or retried', async ({
  page,
  longhand,
}) => {
  await openNew(page, longhand, { model: providerModel })
  await send(page, writing)
  // Longer than a second: what was shown for less may be lost.
  await expect(page.getByText(/word60\b/)).toBeVisible({ timeout: 20_000 })
  const shown = Number(/word(\d+)\D*$/.exec((await cards(page).last().locator('.prose').textContent()) ?? '')?.[1])
  await longhand.kill()
  await expect(page.getByText('Cannot reach the server')).toBeVisible({ timeout: 15_000 })
  await longhand.start()
  await expect(page.getByText(/^Interrupted at/)).toBeVisible({ timeout: 30_000 })
  const kept = Number(
    /word(\d+)/.exec((await cards(page).last().locator('.prose').textContent())?.split(' ').at(-1) ?? '')?.[1],
  )
  expect(kept).toBeGreaterThan(shown - 60)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Interrupted at/)).toBeHidden()
  await expect(page.getByText(/\bword5\b/)).toHaveCount(1, { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Stopped at/)).toBeVisible({ timeout: 15_000 })
})

test('K8 a message whose answer is lost as a whole says so, and is answered when asked', async ({ page, longhand }) => {
  const { conversation } = await longhand.api().import('[{"role":"user","content":"Say ahoy."}]', 'transcript')
  await longhand.api().update(conversation!, { model: providerModel })
  await longhand.visit(page, `/c/${conversation}`)
  await expect(page.getByText('Not answered.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Ahoy, and fair winds.')).toBeVisible()
  await expect(page.getByText('Not answered.')).toBeHidden()
})

test('K10 a browser that reloads in mid-answer goes on with the same answer', async ({ page, longhand }) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await send(page, writing)
  await expect(page.getByText(/word20\b/)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  // The question may have scrolled out of what is drawn: what counts is that there is one answer, shown and stored.
  await expect(page.getByText(/word400\b/)).toHaveCount(1, { timeout: 20_000 })
  await expect(page.getByText('2 messages')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  expect((await longhand.api().entries(id)).entries.filter(({ type }) => type === 'message')).toHaveLength(2)
})

test('K10, F5 the network is cut in mid-answer: the page says so and goes on with the same answer when it is back', async ({
  page,
  context,
  longhand,
}) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await send(page, writing)
  await expect(page.getByText(/word20\b/)).toBeVisible({ timeout: 20_000 })
  await context.setOffline(true)
  await composer(page).fill('Written without a network.')
  await expect(page.getByText('Cannot reach the server')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/word400\b/)).toBeVisible({ timeout: 30_000 })
  await expect(composer(page)).toHaveValue('Written without a network.')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  expect((await longhand.api().entries(id)).entries.filter(({ type }) => type === 'message')).toHaveLength(2)
})

test('H5 leaving does not stop the answer', async ({ page, longhand }) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await send(page, writing)
  await expect(page.getByText(/word20\b/)).toBeVisible({ timeout: 20_000 })
  await page.goto('about:blank')
  await expect
    .poll(async () => JSON.stringify((await longhand.api().entries(id)).entries.at(-1)), { timeout: 20_000 })
    .toContain('word400')
})

test('F5 the server is gone: what was written is kept, said so, and sent once when it is back', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 1)
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page).first()).toBeVisible()
  await longhand.stop()
  await composer(page).fill('Written while nobody listens.')
  await composer(page).press('Enter')
  await expect(page.getByText('Cannot reach the server')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('Saved here. It will be sent when possible.')).toBeVisible()
  await page.reload().catch(() => {})
  await longhand.start()
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page).filter({ hasText: 'Written while nobody listens.' }).first()).toBeVisible()
  await expect
    .poll(async () => {
      const { entries } = await longhand.api().entries(id)
      return entries.filter(entry => JSON.stringify(entry).includes('"text":"Written while nobody listens."')).length
    })
    .toBe(1)
})

test('F5 a draft survives a reload and a crash of the tab', async ({ page, longhand }) => {
  await openNew(page, longhand)
  await composer(page).fill('Half a sent')
  await page.reload()
  await expect(composer(page)).toHaveValue('Half a sent')
})

test('F5 storage is full: the message says so, the words are kept, sending again does not duplicate', async ({
  page,
  longhand,
}) => {
  const id = await openNew(page, longhand)
  await sendAndWait(page, 'Hello there.')
  const failure = { code: 'store-full', sentence: 'The disk is full. Make room.' }
  await page.route('**/messages', route => route.fulfill({ status: 507, json: failure }), { times: 1 })
  await composer(page).fill('Important words.')
  await composer(page).press('Enter')
  const strip = page.getByRole('status').filter({ hasText: 'Nothing was saved' })
  await expect(strip).toContainText('The disk is full. Make room. Your words are kept here.')
  await strip.getByRole('button', { name: 'Try now' }).click()
  await expect(page.locator('#m3')).toContainText('Important words.')
  const { entries } = await longhand.api().entries(id)
  expect(entries.filter(entry => JSON.stringify(entry).includes('"text":"Important words."'))).toHaveLength(1)
})

test('H5 the network dies after the server has the message: it is written once', async ({ page, longhand }) => {
  const id = await openNew(page, longhand)
  await sendAndWait(page, 'Hello there.')
  await page.route(
    '**/messages',
    async route => {
      await route.fetch().catch(() => {})
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await composer(page).fill('Sent and not acknowledged.')
  await composer(page).press('Enter')
  await expect(page.getByText('Saved here. It will be sent when possible.')).toBeHidden({ timeout: 15_000 })
  await expect(page.locator('#m3')).toContainText('Sent and not acknowledged.', { timeout: 15_000 })
  const { entries } = await longhand.api().entries(id)
  expect(entries.filter(entry => JSON.stringify(entry).includes('"text":"Sent and not acknowledged."'))).toHaveLength(1)
})
