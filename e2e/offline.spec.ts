import { fillerText } from './filler-text.ts'
import { expect, test } from './longhand.ts'
import { cards, composer, sendAndWait } from './steps.ts'

test('O1 asked what was decided, the offline model quotes it with a link to its ¶, and the link goes there', async ({
  page,
  longhand,
}) => {
  const filler = Array.from({ length: 12 }, (_, at) => [
    { role: 'user', content: `Note ${at + 1}: ${fillerText(80, at + 1)}` },
    { role: 'assistant', content: `Noted as number ${at + 1}.` },
  ])
  const decision = { role: 'user', content: 'We decided to keep the harbour lamp on gas.' }
  const [first, ...rest] = filler
  const messages = [...first!, decision, { role: 'assistant', content: 'Noted.' }, ...rest.flat()]
  const { conversation: id } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  await longhand.api().update(id!, { model: 'offline/quoting' })
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m26')).toBeVisible()
  await sendAndWait(page, 'What did we decide about the harbour lamp?')
  const answer = cards(page).last()
  await expect(answer.locator('blockquote').first()).toHaveText('We decided to keep the harbour lamp on gas.')
  await expect(page.locator('#m3')).not.toBeInViewport()
  await answer.getByRole('link', { name: '¶ 3', exact: true }).press('Enter')
  await expect(page.locator('#m3')).toBeInViewport()
  await expect(page.locator('#m3')).toContainText('We decided to keep the harbour lamp on gas.')
})

test('O1 what the offline model is told it acknowledges, says once what it is, and never quotes its own refusals', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('The ferry leaves at nine.')
  await page.keyboard.press('Enter')
  const friendly = 'Noted. I am the offline model: I keep what you tell me and answer by quoting it.'
  await expect(page.locator('#m2')).toContainText(friendly)
  await sendAndWait(page, 'The lamp is lit at dusk.')
  await expect(page.locator('#m4 .prose')).toHaveText('Noted.')
  await sendAndWait(page, 'What did we decide about zinc?')
  await expect(page.locator('#m6')).toContainText('I find nothing about “zinc”')
  await sendAndWait(page, 'What do we know about zinc?')
  await expect(page.locator('#m8')).toContainText('I find nothing about “zinc”')
  await expect(page.locator('#m8 blockquote')).toHaveCount(0)
})
