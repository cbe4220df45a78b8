import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
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
  await expect(question).toContainText('2 conversations go with it')
  await expectNoSeriousViolations(page, 'question before deleting')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  expect((await api.projects()).map(({ name }) => name)).not.toContain('Lighthouse')
  await expect(api.conversation(outside.id)).rejects.toThrow()
})
