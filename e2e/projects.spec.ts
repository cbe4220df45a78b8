import { expectNoSeriousViolations } from './axe.ts'
import { expect, providerModel, test } from './longhand.ts'
import { composer, sendAndWait } from './steps.ts'

test('D2 a project is made on the start screen, holds conversations, and takes them with it', async ({
  page,
  longhand,
}) => {
  const api = longhand.api()
  const outside = await api.create({ title: 'Letters to the harbour' })
  await longhand.visit(page)
  await page.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('menuitem', { name: 'New project…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Lighthouse')
  await expectNoSeriousViolations(page, 'new project')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue(/.{36}/)
  await expect(page.getByRole('link', { name: /Letters to the harbour/ })).toBeHidden()

  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(composer(page)).toBeVisible()
  await sendAndWait(page, 'The lamp is lit at dusk.')
  await expect(
    page
      .locator('header, .head')
      .getByText(/Lighthouse/)
      .first(),
  ).toBeVisible()
  const [project] = (await api.projects()).filter(({ name }) => name === 'Lighthouse')
  expect(project).toMatchObject({ conversations: 1 })

  await longhand.visit(page, `/c/${outside.id}`)
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Move to a project…' }).click()
  await page.getByRole('button', { name: /Lighthouse/ }).click()
  await expect.poll(async () => (await api.conversation(outside.id)).project).toBe(project!.id)

  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Lighthouse')
  await expect(page.getByRole('link', { name: /Letters to the harbour/ })).toBeVisible()
  await page.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('menuitem', { name: 'Ask its Chief Knowledge Officer' }).click()
  await expect(page).toHaveURL(new RegExp(project!.officer))

  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Lighthouse')
  await page.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('menuitem', { name: 'Delete project…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Lighthouse”?' })
  await expect(question).toContainText('This also deletes its Chief Knowledge Officer, its files, 2 conversations')
  await expectNoSeriousViolations(page, 'question before deleting')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  expect((await api.projects()).map(({ name }) => name)).not.toContain('Lighthouse')
  await expect(api.conversation(outside.id)).rejects.toThrow()
})

test('W26 files are added to a project, read, given to the model in its conversations, and deleted', async ({
  page,
  longhand,
}) => {
  const api = longhand.api()
  const project = await api.createProject('Boatyard')
  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Boatyard')
  await page.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('menuitem', { name: 'Project files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files in Boatyard' })
  await expect(dialog).toContainText('No files yet')
  const picker = page.getByLabel('Project files')
  await picker.setInputFiles([
    { name: 'style.md', mimeType: 'text/markdown', buffer: Buffer.from('Say ahoy. Always.') },
    { name: 'boat.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]) },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff]) },
  ])
  await expect(dialog.getByRole('alert')).toContainText('boat.png is a picture')
  await expect(dialog.getByRole('alert')).toContainText(
    'plan.pdf is a PDF. A project holds text files: save it as text',
  )
  await dialog.locator('summary', { hasText: 'style.md' }).click()
  await expect(dialog.getByText('Say ahoy. Always.')).toBeVisible()
  await expect(dialog).toContainText('1 file, ')
  const [list, text] = await Promise.all([dialog.locator('ul'), dialog.locator('pre')].map(one => one.boundingBox()))
  expect(text!.width).toBe(list!.width)
  await expectNoSeriousViolations(page, 'project files')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const { id } = await api.create({ model: providerModel, project: project.id })
  await longhand.visit(page, `/c/${id}`)
  // Nothing has been said yet, and its files take room already.
  await expect(page.locator('.window-bar .figure')).toHaveText(/^[1-9][\d,]* \/ [\d,]+ tokens – \d+%$/)
  await sendAndWait(page, 'Who goes there?')
  await expect(page.getByText('Ahoy, and fair winds.')).toBeVisible()
  await page.getByRole('button', { name: 'What the model sees' }).click()
  await page.getByText('1 file from the project').click()
  await page.locator('.sent-tool').getByText('style.md').click()
  await expect(page.locator('.sent-tool pre')).toContainText('Say ahoy. Always.')
  await expectNoSeriousViolations(page, 'model view with files')

  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Boatyard')
  await page.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('menuitem', { name: 'Project files…' }).click()
  await dialog.getByRole('button', { name: 'Delete style.md' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “style.md”?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('No files yet')
  expect((await api.view(id)).files).toEqual([])
  await api.deleteProject(project.id)
})
