import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
import { composer, divider } from './steps.ts'

test('W21, O2 a guide leads through the first compaction, by keyboard alone, and never comes back', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page)
  await page.getByRole('button', { name: 'Open' }).press('Enter')
  const guide = page.getByRole('complementary', { name: 'Guide' })
  await expect(guide).toContainText('1 of 4: Send one message')
  await expect(composer(page)).toBeFocused()
  await expectNoSeriousViolations(page, 'the guide')
  await page.keyboard.type('ok')
  await page.keyboard.press('Enter')
  await expect(guide).toContainText('2 of 4: Watch it fold')
  await expect(guide).toContainText('3 of 4: Open “Context condensed”', { timeout: 30_000 })
  await guide.getByRole('button', { name: 'Show it' }).press('Enter')
  await expect(divider(page).getByRole('button', { expanded: false })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(divider(page).getByRole('heading', { name: 'Decisions' })).toBeVisible()
  await expect(guide).toContainText('4 of 4: Undo it')
  await divider(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(guide).toContainText('That is all there is to it')
  await guide.getByRole('button', { name: 'Close the guide' }).press('Enter')
  await expect(guide).toBeHidden()
  await expect(composer(page)).toBeFocused()
  await longhand.visit(page)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(composer(page)).toBeVisible()
  await expect(guide).toBeHidden()
})

test('W21 a guide that is closed stays closed, and only the sample has one', async ({ page, longhand }) => {
  const { id } = await longhand.api().create({ sample: true })
  await longhand.visit(page, `/c/${id}`)
  await expect(composer(page)).toBeVisible()
  const guide = page.getByRole('complementary', { name: 'Guide' })
  await expect(guide).toBeHidden()
  await longhand.visit(page)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(guide).toBeVisible()
  await page.reload()
  await expect(guide).toBeVisible()
  await guide.getByRole('button', { name: 'Close the guide' }).click()
  await expect(guide).toBeHidden()
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await expect(guide).toBeHidden()
})
