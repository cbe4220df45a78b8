import { zipOf } from '../packages/longhand/src/testing/zip-file.ts'
import { expect, test } from './longhand.ts'
import { cards } from './steps.ts'

const conversation = (id: string) => ({
  ...{ title: 'Lemon cake, exported', conversation_id: id, create_time: 1_700_000_000, current_node: 'b' },
  mapping: {
    a: {
      parent: null,
      message: { author: { role: 'user' }, content: { parts: ['How long does a lemon cake bake?'] } },
    },
    b: { parent: 'a', message: { author: { role: 'assistant' }, content: { parts: ['Forty minutes at 180 °C.'] } } },
  },
})

test('W22, D6 an export of ChatGPT is chosen as the zip that it is, and its conversations can be opened', async ({
  page,
  longhand,
}) => {
  const id = crypto.randomUUID()
  const archive = Buffer.from(zipOf({ 'conversations.json': JSON.stringify([conversation(id)]), 'chat.html': '<p>' }))
  await longhand.visit(page, '/settings/data')
  const choose = async (name: string, buffer: Buffer) =>
    page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await choose('cut.zip', archive.subarray(0, -9))
  await expect(page.getByText('The archive cannot be read: it is damaged or not complete.')).toBeVisible()
  await choose('chatgpt.zip', archive)
  await expect(page.getByText('Imported 1 conversation.')).toBeVisible()
  await choose('again.zip', archive)
  await expect(page.getByText('Imported 0 conversations. 1 imported before.')).toBeVisible()
  await longhand.visit(page, `/c/${id}`)
  await expect(page.getByRole('heading', { name: 'Lemon cake, exported' })).toBeVisible()
  await expect(cards(page).last()).toContainText('Forty minutes at 180 °C.')
})
