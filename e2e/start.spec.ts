import { firstLoad, maxFirstLoad } from './first-load.ts'
import { expect, test } from './longhand.ts'
import { cards, composer } from './steps.ts'

test('W8 on the start screen one writes at once and the conversation begins; none is stored empty', async ({
  page,
  longhand,
}) => {
  const stored = async () => (await longhand.api().conversations({ limit: 60 })).map(({ id }) => id)
  // Other tests have left theirs: only the newest are listed.
  const before = new Set(await stored())
  const added = async () => (await stored()).filter(id => !before.has(id)).length
  await longhand.visit(page)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('/undo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Commands work in a conversation. Begin one with a message.')
  await composer(page).fill('The lamp is lit at dusk.')
  await page.reload()
  await expect(composer(page)).toHaveValue('The lamp is lit at dusk.')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await expect(cards(page).first()).toContainText('The lamp is lit at dusk.')
  await expect(page.locator('#m2')).toBeVisible()
  await expect(composer(page)).toBeFocused()
  expect(await added()).toBe(1)
  for (let times = 0; times < 3; times++) {
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(composer(page)).toBeFocused()
    await expect(composer(page)).toHaveValue('')
    await page.goBack()
    await expect(page.locator('#m2')).toBeVisible()
  }
  await composer(page).fill('/new')
  await composer(page).press('Enter')
  await expect(page).not.toHaveURL(/\/c\//)
  expect(await added()).toBe(1)
})

test('W29 the start screen loads no more than it may', async ({ page, longhand }) => {
  expect(await firstLoad(page, longhand)).toBeLessThanOrEqual(maxFirstLoad)
})
