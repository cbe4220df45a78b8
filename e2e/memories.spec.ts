import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
import { condense, importConversation } from './steps.ts'

test('W18 memories are found, edited and deleted on their page, and follow a summary that is edited or undone', async ({
  page,
  longhand,
}) => {
  const id = await importConversation(longhand, 24)
  const title = `Harbour ${id.slice(0, 8)}`
  await longhand.api().update(id, { title })
  await condense(longhand, id)
  const openPage = async () => {
    await longhand.visit(page, '/settings/memories')
    await page.getByRole('searchbox', { name: 'Search memories' }).fill('Postgres')
  }
  const edit = page.getByRole('button', { name: `Edit the memory of ${title}` })
  await openPage()
  await expect(edit).toBeVisible()
  await expectNoSeriousViolations(page, 'memories')

  await longhand.api().editSummary(id, 'Postgres 16, and the lamp stays on gas.')
  await openPage()
  await expect(page.getByText('Postgres 16, and the lamp stays on gas.')).toBeVisible()

  await longhand.api().undo(id)
  await longhand.api().undo(id)
  await openPage()
  await expect(page.getByRole('heading', { name: 'Memories' })).toBeVisible()
  await expect(edit).toHaveCount(0)
  await longhand.api().redo(id)
  await openPage()
  await edit.click()
  const text = page.getByRole('textbox', { name: 'Memory' })
  await expect(text).toHaveValue(/Postgres 16/)
  await text.fill('Postgres it is, and the harbour is deep.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Postgres it is, and the harbour is deep.')).toBeVisible()

  await page.getByRole('button', { name: `Delete the memory of ${title}` }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(edit).toHaveCount(0)
  expect((await longhand.api().memories({ limit: 100 })).map(({ conversation }) => conversation)).not.toContain(id)
})
