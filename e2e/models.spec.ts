import { expect, startLonghand, test } from './longhand.ts'
import { openNew } from './steps.ts'

test('W19 a model that is connected elsewhere can be chosen in an open conversation at once, and is gone with its provider', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { longhand, close } = await startLonghand({ OPENROUTER_API_KEY: '' })
  await openNew(page, longhand)
  const picker = page.getByRole('button', { name: /^Model: / })
  const model = page.getByRole('menuitemradio', { name: /far-away-model/ })
  await picker.click()
  await expect(page.getByRole('menuitemradio').first()).toBeVisible()
  await expect(model).toHaveCount(0)
  await longhand.api().connect({ name: 'openrouter', key: 'none', baseURL: null }, ['far-away-model'], 'untested')
  await expect(model).toBeVisible()
  await longhand.api().disconnect('openrouter')
  await expect(model).toHaveCount(0)
  await page.goto('about:blank')
  await close()
})
