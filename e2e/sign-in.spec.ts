import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './longhand.ts'

const longhandProgram = join(import.meta.dirname, '../apps/cli/src/main.ts')

/** A browser that has never been here. */
const strange = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('Sample conversation')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('S the printed address works in a second browser, after a restart it says what to open, and longhand open prints that', async ({
  browser,
  longhand,
}) => {
  const printed = longhand.address()
  for (const page of [await strange(browser), await strange(browser)]) {
    await page.goto(printed)
    await expectSignedIn(page)
    expect(page.url()).not.toContain('#c=')
  }
  await longhand.stop()
  await longhand.start()
  const late = await strange(browser)
  await late.goto(printed)
  await expect(
    late.getByText(
      'This browser is not signed in. Open the address that the server printed when it started, or a new one that longhand open prints.',
    ),
  ).toBeVisible()
  const { stdout } = await promisify(execFile)(process.execPath, [longhandProgram, 'open', '--data', longhand.folder])
  await late.goto(stdout.trim())
  await expectSignedIn(late)
})

test('W25 signing out ends the session of this browser and of no other, and leaves no draft behind', async ({
  browser,
  longhand,
}) => {
  const [page, other] = [await strange(browser), await strange(browser)]
  for (const each of [page, other]) {
    await each.goto(longhand.address())
    await expectSignedIn(each)
  }
  await page.getByRole('textbox', { name: /^Write a message/ }).fill('Nobody else should read this.')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto(longhand.url())
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Token or address').fill(longhand.address())
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
  await expect(page.getByRole('textbox', { name: /^Write a message/ })).toHaveValue('')
  await other.reload()
  await expectSignedIn(other)
})
