import { expect, test } from './longhand.ts'
import { condense, importConversation, scrollTo, send } from './steps.ts'

test.describe('US6 Protected messages', () => {
  test('US6.1, P1 the first message is always kept as it is', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 24)
    const [first] = (await longhand.api().view(id)).messages
    await condense(longhand, id)
    expect((await longhand.api().view(id)).messages[0]).toEqual(first)
    await longhand.visit(page, `/c/${id}`)
    await scrollTo(page, page.locator('#m1'))
    await expect(page.locator('#m1')).toHaveClass(/always/)
    await expect(page.locator('#m1').getByTitle('Always protected', { exact: true })).toBeVisible()
  })

  test('US6.2, P2 a protected message has a lock, and can be released', async ({ page, longhand }) => {
    const id = await importConversation(longhand, 3)
    await longhand.visit(page, `/c/${id}`)
    const card = page.locator('#m5')
    await card.hover()
    await card.getByRole('button', { name: 'Protect ¶ 5' }).click()
    await expect(card.locator('.card-number .lock')).toBeVisible()
    await expect(card).toContainText(/Protected · \d+ tokens, word for word in every view/)
    await send(page, '/unprotect 5')
    await expect(card.locator('.card-number .lock')).toBeHidden()
    await expect(page.getByText('¶ 5 is released')).toBeVisible()
  })

  test('US6.3, P3 protected messages are never part of a summary: they stay word for word', async ({
    page,
    longhand,
  }) => {
    const id = await importConversation(longhand, 24)
    await longhand.visit(page, `/c/${id}`)
    await send(page, '/protect 5')
    await expect(page.getByText('¶ 5 is protected')).toBeVisible()
    const before = (await longhand.api().view(id)).messages[4]
    await condense(longhand, id)
    const { messages } = await longhand.api().view(id)
    expect(messages.find(({ kind, span }) => kind === 'verbatim' && span.from === before!.span.from)).toEqual(before)
    await page.reload()
    await scrollTo(page, page.locator('#m5'))
    await expect(page.locator('#m5')).toHaveClass(/shown protected/)
    await expect(page.locator('#m3')).toHaveClass(/folded/)
  })
})
