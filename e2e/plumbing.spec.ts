import { answer } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import { fillerText } from './filler-text.ts'
import { expect, providerModel, startLonghand, test } from './longhand.ts'
import { cards, condense, divider, importConversation, openNew, scrollTo, send, sendAndWait } from './steps.ts'

test('T3 a provider that reports far too few tokens takes its model from nobody: every conversation goes on', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const usage = { input: 126, output: 9, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const fake = await startFakeProvider({ behaviour: () => answer('Yes, I am.'), usage: () => usage })
  const { longhand, close } = await startLonghand({ LOCAL_BASE_URL: fake.baseURL })
  try {
    for (let conversation = 0; conversation < 2; conversation++) {
      const id = await importConversation(longhand, 24, providerModel)
      await longhand.visit(page, `/c/${id}`)
      await expect(page.locator('#m48')).toBeVisible()
      await sendAndWait(page, 'Are you there?')
      await sendAndWait(page, 'And still?')
    }
    await page.goto('about:blank')
    await longhand.stop()
    await longhand.start()
    await openNew(page, longhand, { model: providerModel })
    await sendAndWait(page, `A longer one. ${fillerText(900)}`)
    await expect(cards(page).last()).toContainText('Yes, I am.')
    await expect(page.locator('.window-bar .figure').first()).toHaveText(/\/ 128,000 tokens – \d%/)
    await page.goto('about:blank')
  } finally {
    await close()
    await fake.close()
  }
})

test('T3 a provider that seems to read less than it was sent is named, and the conversation goes on', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page, `/c/${await importConversation(longhand, 24, providerModel)}`)
  await expect(page.locator('#m48')).toBeVisible()
  await send(page, 'Please skip the beginning.')
  await expect(page.getByText('Fewer tokens were read than sent')).toBeVisible()
  await expect(page.getByText('The provider seems to cut long requests silently.')).toBeVisible()
  await expect(page.locator('.status-line').getByRole('button', { name: 'Settings' })).toBeVisible()
  await sendAndWait(page, 'Please write code.')
  await expect(cards(page).last()).toContainText('Here it is:')
})

test('Q4 where nothing was said that could be lost, no share of it is said to be retained', async ({
  page,
  longhand,
}) => {
  const chatter = 'Well, that is nice to hear, and it goes on being nice for as long as one likes to hear it. '
  const messages = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: chatter.repeat(8),
  }))
  const { conversation: id } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  await longhand.api().update(id!, { model: 'offline/quoting' })
  await condense(longhand, id!)
  await longhand.visit(page, `/c/${id}`)
  await scrollTo(page, divider(page))
  await expect(divider(page)).toContainText('retention not measured')
  await expect(divider(page)).not.toContainText('% retained')
})

test('F2 a provider that says “too long” of what we count as short is quoted so, with what to do', async ({
  page,
  longhand,
}) => {
  await openNew(page, longhand, { model: 'local/overflow' })
  await send(page, 'Is this too long?')
  const refusal = page.getByRole('alert').filter({ hasText: 'This does not fit' })
  await expect(refusal).toContainText(
    /The provider says this is too long, although we count only [\d,]+ tokens of [\d,]+\. Set a smaller window for this model\./,
    { timeout: 60_000 },
  )
})

test('F3 a key that is refused is said so, with the way to the keys', async ({ page, longhand }) => {
  await openNew(page, longhand, { model: 'local/bad-key' })
  await send(page, 'Are you there?')
  const refusal = page.getByRole('alert').filter({ hasText: 'The key was refused' })
  await expect(refusal).toContainText('Check that it is set, valid and allowed to use this model.', { timeout: 60_000 })
  await refusal.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Models and keys' })).toBeFocused()
})

for (const [model, said] of [
  ['local/bad-key', 'The key was refused'],
  ['local/unavailable', 'unavailable did not answer'],
] as const) {
  test(`W30 after “${said}” the offline model can answer at once, until another is chosen`, async ({
    page,
    longhand,
  }) => {
    await openNew(page, longhand, { model })
    await send(page, 'The port is 8443.')
    const refusal = page.getByRole('alert').filter({ hasText: said })
    await refusal.getByRole('button', { name: 'Use offline' }).click({ timeout: 60_000 })
    await expect(page.getByText('Offline model in use')).toBeVisible()
    await expect(page.locator('#m2')).toContainText('quoting', { timeout: 30_000 })
    // Answered once, in the place of what failed.
    await expect(page.locator('#m1')).toContainText('The port is 8443.')
    await expect(page.locator('article.card')).toHaveCount(2)
    await sendAndWait(page, 'Which port?')
    await expect(page.locator('#m4')).toContainText('8443')
  })
}
