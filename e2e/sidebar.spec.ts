import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
import { importConversation } from './steps.ts'

test('K9 the sidebar renames, pins, and deletes with a way back', async ({ page, longhand }) => {
  const api = longhand.api()
  const open = await importConversation(longhand, 1)
  const { id } = await api.create({ title: 'Letters to the mill' })
  await longhand.visit(page, `/c/${open}`)
  const side = page.getByRole('navigation', { name: 'Conversations' })
  await expect(side.getByRole('region', { name: 'Today' })).toContainText('Letters to the mill')
  const choose = async (title: string, item: string) => {
    await side.getByRole('link', { name: new RegExp(title) }).hover()
    await side.getByRole('button', { name: `More about ${title}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Letters to the mill', 'Rename…')
  await page.getByRole('textbox', { name: 'Name' }).fill('Letters to the miller')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(side.getByRole('link', { name: /Letters to the miller/ })).toBeVisible()
  await choose('Letters to the miller', 'Pin to the top')
  await expect(side.getByRole('region', { name: 'Pinned' })).toContainText('Letters to the miller')
  await expectNoSeriousViolations(page, 'sidebar')
  await choose('Letters to the miller', 'Delete')
  await expect(side.getByRole('link', { name: /Letters to the miller/ })).toHaveCount(0)
  await side.getByRole('button', { name: 'Undo' }).click()
  await expect(side.getByRole('region', { name: 'Pinned' })).toContainText('Letters to the miller')
  await api.delete(id)
})

test('K9 many conversations are selected, by keyboard too, and deleted at once', async ({ page, longhand }) => {
  const api = longhand.api()
  const open = await importConversation(longhand, 1)
  const titles = ['Kettle', 'Teapot', 'Saucer']
  for (const title of titles) await api.create({ title })
  await longhand.visit(page, `/c/${open}`)
  const side = page.getByRole('navigation', { name: 'Conversations' })
  await side.getByRole('link', { name: /Kettle/ }).focus()
  await page.keyboard.press('Tab')
  await expect(side.getByRole('button', { name: 'More about Kettle' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Select' }).press('Enter')
  await side.getByRole('checkbox', { name: 'Select Teapot' }).check()
  await side.getByRole('checkbox', { name: 'Select Saucer' }).check()
  const bar = side.getByRole('region', { name: 'Selected conversations' })
  await expect(bar).toContainText('3 selected')
  await expectNoSeriousViolations(page, 'selection')
  await bar.getByRole('button', { name: 'Delete' }).click()
  for (const title of titles) await expect(side.getByRole('link', { name: title })).toHaveCount(0)
  await expect(side.getByText('Deleted 3 conversations')).toBeVisible()
})

test('K9 what is deleted while it is open comes back from the start screen', async ({ page, longhand }) => {
  const { id } = await longhand.api().create({ title: 'The last lamp' })
  await longhand.visit(page, `/c/${id}`)
  const side = page.getByRole('navigation', { name: 'Conversations' })
  await side.getByRole('link', { name: /The last lamp/ }).hover()
  await side.getByRole('button', { name: 'More about The last lamp' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: /The last lamp/ })).toBeVisible()
  await longhand.api().delete(id)
})

test('K9 a new name and a pin leave a conversation on the day of its last message', async ({ page, longhand }) => {
  const api = longhand.api()
  const log = [
    { type: 'user', timestamp: '2026-01-05T10:00:00.000Z', message: { role: 'user', content: 'An old lamp.' } },
    {
      type: 'assistant',
      timestamp: '2026-01-05T10:00:05.000Z',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] },
    },
  ].map((line, at) => JSON.stringify({ ...line, uuid: `${at}`, parentUuid: at === 0 ? null : '0', sessionId: 's' }))
  const { conversation: id } = await api.import(log.join('\n'), 'transcript')
  await api.update(id!, { title: 'The oldest lamp' })
  await longhand.visit(page, `/c/${await importConversation(longhand, 1)}`)
  const side = page.getByRole('navigation', { name: 'Conversations' })
  const january = side.getByRole('region', { name: /^January/ })
  // Other tests leave conversations of today behind, which come first.
  const older = side.getByRole('button', { name: 'Show older' })
  await expect(async () => {
    if (await older.isVisible()) await older.click()
    await expect(january).toContainText('The oldest lamp', { timeout: 2_000 })
  }).toPass()
  await api.update(id!, { pinned: true })
  await expect(side.getByRole('region', { name: 'Pinned' })).toContainText('The oldest lamp')
  await api.update(id!, { pinned: false, title: 'The oldest lamp of all' })
  await expect(january).toContainText('The oldest lamp of all')
  await api.delete(id!)
})

test('K9 the lists go back as far as one likes', async ({ page, longhand }) => {
  const api = longhand.api()
  const { id: first } = await api.create({ title: 'The very first teapot' })
  const ids = await Promise.all(Array.from({ length: 65 }, (_, at) => api.create({ title: `Teapot ${at}` })))
  await longhand.visit(page, '/')
  const teapot = page.getByRole('link', { name: /The very first teapot/ })
  const older = page.getByRole('button', { name: 'Show older' })
  await expect(older).toBeVisible()
  await expect(teapot).toHaveCount(0)
  await older.click()
  await expect(teapot).toBeVisible()
  await longhand.visit(page, `/c/${ids[64]!.id}`)
  const side = page.getByRole('navigation', { name: 'Conversations' })
  await expect(side.getByRole('button', { name: 'Show older' })).toBeVisible()
  await expect(teapot).toHaveCount(0)
  await side.getByRole('button', { name: 'Show older' }).click()
  await expect(teapot).toBeVisible()
  for (const id of [first, ...ids.map(({ id }) => id)]) await api.delete(id)
})
