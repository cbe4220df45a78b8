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

test('W22, D6 an export of Claude.ai is chosen as the zip that it is: dates, attached texts, tool calls and the branch it was left on', async ({
  page,
  longhand,
}) => {
  const id = crypto.randomUUID()
  const said = (uuid: string, parent: string | null, sender: 'human' | 'assistant', content: object[], more = {}) => ({
    ...{ uuid, parent_message_uuid: parent, sender, content, created_at: '2025-03-01T09:00:00Z' },
    ...more,
  })
  const text = (text: string) => ({ type: 'text', text })
  const conversation = {
    ...{ uuid: id, name: 'Tides, exported', created_at: '2025-03-01T09:00:00Z', updated_at: '2025-03-01T09:05:00Z' },
    current_leaf_message_uuid: 'd',
    chat_messages: [
      said('a', null, 'human', [text('When is high water at Oban?')], {
        attachments: [{ file_name: 'tides.txt', extracted_content: 'Oban: high water 06:12 and 18:40.' }],
      }),
      said('c', 'a', 'assistant', [
        { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'tides.txt' } },
        { type: 'tool_result', tool_use_id: 't1', name: 'read_file', content: [text('06:12 and 18:40')] },
        text('At 06:12 and at 18:40.'),
      ]),
      said('d', 'c', 'human', [text('Thank you, that settles it.')]),
      said('b', 'a', 'assistant', [text('At noon, I believe.')]),
    ],
  }
  const archive = Buffer.from(zipOf({ 'conversations.json': JSON.stringify([conversation]), 'users.json': '[]' }))
  await longhand.visit(page, '/settings/data')
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'claude.zip', mimeType: 'application/zip', buffer: archive })
  await expect(page.getByText('Imported 1 conversation.')).toBeVisible()
  await longhand.visit(page, `/c/${id}`)
  await expect(page.getByRole('heading', { name: 'Tides, exported' })).toBeVisible()
  await expect(cards(page).first()).toContainText('When is high water at Oban?')
  await expect(cards(page).first()).toContainText('high water 06:12 and 18:40')
  await expect(cards(page).nth(1)).toContainText('1 tool call')
  await expect(cards(page).nth(1)).toContainText('At 06:12 and at 18:40.')
  await expect(cards(page).last()).toContainText('Thank you, that settles it.')
  await cards(page).nth(1).getByRole('button', { name: 'Next branch' }).click()
  await expect(cards(page).nth(1)).toContainText('At noon, I believe.')
})
