import { answer } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import { expectNoSeriousViolations } from './axe.ts'
import { expect, providerModel, startLonghand, test } from './longhand.ts'
import { openNew, sendAndWait } from './steps.ts'

test('V12 instructions are written in a conversation, hold for the next answer, and stand in the model view', async ({
  page,
  longhand,
}) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await sendAndWait(page, 'Please write code.')
  const before = (await longhand.api().status(id)).used
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Instructions…' }).click()
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Say ahoy. '.repeat(50))
  await page.getByLabel('Temperature').fill('3')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('Temperature').fill('0.4')
  await expectNoSeriousViolations(page, 'instructions')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Instructions saved' })).toBeVisible()
  await expect(page.locator('.head')).toContainText('with instructions')
  expect((await longhand.api().status(id)).used).toBeGreaterThan(before + 90)
  await page.reload()
  await sendAndWait(page, 'Who goes there?')
  await expect(page.getByText('Ahoy, and fair winds.')).toBeVisible()
  await page.getByRole('button', { name: 'What the model sees' }).click()
  await page.getByText('Instructions, before all messages').click()
  await expect(page.locator('.view-instructions pre')).toContainText('Say ahoy.')
  await expectNoSeriousViolations(page, 'model view with instructions')
})

test('V12 a project has instructions for all of its conversations', async ({ page, longhand }) => {
  const project = await longhand.api().createProject('Harbour')
  await longhand.visit(page)
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Harbour')
  await page.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('menuitem', { name: 'Project instructions…' }).click()
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Say ahoy.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await longhand.api().projects())[0]?.instructions).toBe('Say ahoy.')
  const { id } = await longhand.api().create({ model: providerModel, project: project.id })
  await longhand.visit(page, `/c/${id}`)
  await sendAndWait(page, 'Who goes there?')
  await expect(page.getByText('Ahoy, and fair winds.')).toBeVisible()
  await longhand.api().deleteProject(project.id)
})

test('V12 the temperature that was chosen on the page is in the request to the provider, and gone when it is emptied', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const fake = await startFakeProvider({ behaviour: () => answer('Ahoy.') })
  const { longhand, close } = await startLonghand({ LOCAL_BASE_URL: fake.baseURL })
  const choose = async (temperature: string) => {
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Instructions…' }).click()
    await page.getByLabel('Temperature').fill(temperature)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await sendAndWait(page, `With ${temperature || 'none'}.`)
    return fake.calls.findLast(({ request }) => request.text.includes('With '))?.request.body
  }
  try {
    await openNew(page, longhand, { model: providerModel })
    expect(await choose('0.4')).toHaveProperty('temperature', 0.4)
    expect(await choose('')).not.toHaveProperty('temperature')
    await page.goto('about:blank')
  } finally {
    await close()
    await fake.close()
  }
})
