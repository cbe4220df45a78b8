import { expect, providerModel, test } from './longhand.ts'
import { composer, openNew, sendAndWait } from './steps.ts'

test('W23 the model’s title appears by itself, also for somebody who goes on writing, and can be switched off', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page, '/settings/models')
  const titles = page.getByRole('switch', { name: 'Titles written by the model' })
  await expect(titles).not.toBeChecked()
  await titles.press('Space')
  await expect(titles).toBeChecked()
  try {
    await openNew(page, longhand, { model: providerModel })
    await sendAndWait(page, 'When are the lamps lit?')
    await composer(page).fill('And in winter?')
    await expect(page.getByRole('heading', { name: 'Harbour lamps at dusk' })).toBeVisible()
    await expect(page.getByRole('navigation').getByText('Harbour lamps at dusk').first()).toBeVisible()
    await expect(composer(page)).toHaveValue('And in winter?')
    await expect(page.getByText('Updated elsewhere')).toBeHidden()
  } finally {
    await longhand.api().changeSettings({ titles: 'first-words' })
  }
  await openNew(page, longhand, { model: providerModel })
  await sendAndWait(page, 'When are the lamps lit?')
  await sendAndWait(page, 'And in winter?')
  await expect(page.getByRole('heading', { name: 'When are the lamps lit?' })).toBeVisible()
})
