import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
import { cards, composer, condense, divider, openClient, scrollTo, sendAndWait } from './steps.ts'

test('H4.26 what a client says appears by itself, under its name, and is gone on with in a copy', async ({
  page,
  longhand,
}) => {
  const client = openClient(longhand, 2)
  const id = await client.ask('Where is the harbour?')
  await longhand.visit(page)
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /Claude Code/ })
    .first()
    .click()
  await expect(page.getByText('Where is the harbour?').first()).toBeVisible()
  const elsewhere = page.getByRole('region', { name: 'Written elsewhere' })
  await expect(elsewhere).toContainText('Claude Code')
  await expect(composer(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Fork/ })).toHaveCount(0)
  await expectNoSeriousViolations(page, 'written elsewhere')

  await client.ask('Who keeps the lighthouse?')
  await expect(page.getByText('Who keeps the lighthouse?').first()).toBeVisible()
  await expect(page.getByText('Updated elsewhere')).toHaveCount(0)

  await elsewhere.getByRole('button', { name: 'Continue here' }).click()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByText('Who keeps the lighthouse?').first()).toBeVisible()
  await sendAndWait(page, 'A word of my own.')
  const own = page.url().split('/').at(-1)!
  expect(own).not.toBe(id)
  // The client knows nothing of it, and goes on where it was.
  expect(await client.ask('When is high water?')).toBe(id)
  const wordsOf = async (conversation: string) =>
    JSON.stringify((await longhand.api().entries(conversation, { limit: 100 })).entries)
  expect(await wordsOf(id)).toContain('When is high water?')
  expect(await wordsOf(id)).not.toContain('A word of my own.')
  expect(await wordsOf(own)).not.toContain('When is high water?')
})

test('H4.16 a fold that is undone on the page stays undone in the client’s next request', async ({
  page,
  longhand,
}) => {
  const client = openClient(longhand, 25)
  const id = await client.ask('Which sail is torn?')
  await condense(longhand, id)
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page).last()).toBeVisible()
  await scrollTo(page, divider(page).last())
  await divider(page).last().getByRole('button', { expanded: false }).click()
  await divider(page).last().getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Condensing undone')).toBeVisible()
  await client.ask('Who mends it?')
  expect(await longhand.api().conversation(id)).toMatchObject({ compaction: null, canRedo: true })
})

test('H4.26 settings print one line for each program, with the address of this server', async ({ page, longhand }) => {
  await longhand.visit(page, '/settings/clients')
  await expect(page.getByText(`ANTHROPIC_BASE_URL=${longhand.url()} claude`)).toBeVisible()
  for (const program of ['Claude Code', 'Codex', 'opencode', 'pi', 'Cline', 'Continue', 'LibreChat', 'Open WebUI'])
    await expect(page.getByRole('button', { name: `Copy the line for ${program}` })).toBeVisible()
  await expectNoSeriousViolations(page, 'other programs')
})
