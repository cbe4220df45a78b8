import type { JSHandle, Page } from '@playwright/test'
import { expectNoSeriousViolations } from './axe.ts'
import { expect, providerModel, test } from './longhand.ts'
import { composer, openClient, openNew, sendAndWait } from './steps.ts'

type Dragged = { readonly name: string; readonly text: string; readonly size?: number }

/** Files as a drag or a paste brings them. */
const transfer = (page: Page, files: readonly Dragged[]): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(all => {
    const data = new DataTransfer()
    for (const { name, text, size = 0 } of all)
      data.items.add(new File([text, new Uint8Array(size)], name, { type: 'text/plain' }))
    return data
  }, files)

const drag = async (page: Page, type: 'dragenter' | 'dragleave' | 'drop', files: readonly Dragged[]) =>
  page.dispatchEvent('main', type, { dataTransfer: await transfer(page, files) })

const notes = { name: 'notes.txt', text: 'The hull is made of oak.' }

test('W14 files that are dropped anywhere on a conversation are attached and sent; the target is shown while they are dragged', async ({
  page,
  longhand,
}) => {
  const id = await openNew(page, longhand, { model: providerModel })
  const target = page.locator('.drop-target')
  await drag(page, 'dragenter', [notes])
  await expect(target).toContainText('Drop to attach')
  await expectNoSeriousViolations(page, 'drop target')
  await drag(page, 'dragleave', [notes])
  await expect(target).toHaveCount(0)
  await drag(page, 'dragenter', [notes])
  await drag(page, 'drop', [notes])
  await expect(target).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await sendAndWait(page, 'Please write code.')
  await expect(page.locator('#m1')).toContainText('notes.txt')
  expect(JSON.stringify((await longhand.api().entries(id)).entries[0])).toContain(btoa(notes.text))
})

test('W14 what cannot be attached is named, and the rest is attached', async ({ page, longhand }) => {
  await openNew(page, longhand)
  await drag(page, 'drop', [notes, { name: 'film.bin', text: '', size: 9_000_000 }])
  await expect(page.getByRole('alert')).toContainText('film.bin is too large')
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  // A folder that is dropped comes as a file that nothing can be read from.
  await page.evaluate(() => {
    DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true }) as FileSystemEntry
  })
  await drag(page, 'drop', [{ name: 'photos', text: '' }])
  await expect(page.getByRole('alert')).toContainText('photos is a folder')
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
})

test('W14 files are pasted as well', async ({ page, longhand }) => {
  await openNew(page, longhand)
  const data = await transfer(page, [notes])
  await composer(page).evaluate(
    (field, clipboardData) => field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    data,
  )
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
})

test('W14 where a program writes, a file is refused with the reason; dropped beside a conversation it opens nothing', async ({
  page,
  longhand,
}) => {
  const id = await openClient(longhand, 2).ask('What now?')
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m1')).toBeVisible()
  await drag(page, 'dragenter', [notes])
  await expect(page.locator('.drop-target')).toContainText('Files cannot be attached here')
  await longhand.visit(page)
  const data = await transfer(page, [notes])
  const isLeft = await page.evaluate(
    dataTransfer =>
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })),
    data,
  )
  expect(isLeft).toBe(false)
})

test('W14 on the start screen files are dropped, pasted and chosen, and go with the first message, large ones too', async ({
  page,
  longhand,
}) => {
  await longhand.visit(page)
  await expect(composer(page)).toBeFocused()
  await drag(page, 'dragenter', [notes])
  await expect(page.locator('.drop-target')).toContainText('Drop to attach')
  await expectNoSeriousViolations(page, 'drop target of the start screen')
  await drag(page, 'drop', [notes, { name: 'film.bin', text: '', size: 9_000_000 }])
  await expect(page.getByRole('alert')).toContainText('film.bin is too large')
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  const data = await transfer(page, [{ name: 'pasted.txt', text: 'The mast is made of pine.' }])
  await composer(page).evaluate(
    (field, clipboardData) => field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    data,
  )
  await expect(page.getByRole('button', { name: 'Remove pasted.txt' })).toBeVisible()
  // More than the browser's own storage holds.
  const sails = { name: 'sails.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(4_500_000) }
  await page.getByLabel('Files').setInputFiles(sails)
  await expect(page.getByRole('button', { name: 'Remove sails.bin' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove pasted.txt' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/c\//)
  await expect(page.locator('#m1')).toContainText('notes.txt', { timeout: 60_000 })
  const id = page.url().split('/').at(-1)!
  const [first] = (await longhand.api().entries(id)).entries
  const names =
    first?.type === 'message' ? first.message.parts.flatMap(part => (part.type === 'file' ? [part.name] : [])) : []
  expect(names).toEqual(['notes.txt', 'sails.bin'])
})

test('W14, F6 a first message that is refused gives back its text and its files', async ({ page, longhand }) => {
  await longhand.visit(page)
  await expect(composer(page)).toBeFocused()
  await drag(page, 'drop', [notes])
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  const refusal = { code: 'too-large', sentence: 'The request is larger than 10 MB. Send less at once.' }
  await page.route('**/messages', route => route.fulfill({ status: 413, json: refusal }), { times: 1 })
  await composer(page).fill('Here it is.')
  await composer(page).press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await expect(page.getByRole('alert')).toContainText('The request is larger than 10 MB')
  await expect(composer(page)).toHaveValue('Here it is.')
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()
  await composer(page).press('Enter')
  await expect(page.locator('#m1')).toContainText('notes.txt')
})
