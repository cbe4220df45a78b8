import { expect } from '@playwright/test'
import { fillerText } from '../filler-text.ts'
import { providerModel, smallModel } from '../longhand.ts'
import { composer, importConversation, send, sendByApi } from '../steps.ts'
import type { SceneContext } from './scene-context.ts'
import { sample, seedConversations } from './seeded-conversations.ts'

/** What is said above the composer. The server's own words where they can be brought about; the rest are its answers as it would give them. */
export const notices: Readonly<Record<string, (context: SceneContext) => Promise<void>>> = {
  async 'notices-elsewhere'({ page, longhand, open, shot }) {
    const { id } = await longhand.api().create({ title: 'Two tabs' })
    await sendByApi(longhand, id, 'The first word.')
    await open(id)
    // A tab in which nobody is writing would follow.
    await composer(page).fill('Half a thought')
    await sendByApi(longhand, id, 'Said in another tab.')
    await page.getByText('Updated elsewhere').waitFor()
    await shot('10-elsewhere')
  },
  async 'notices-offline'({ page, longhand, open, shot }) {
    const { id } = await longhand.api().create({ title: 'On a train' })
    await sendByApi(longhand, id, 'Keep what I write in the tunnel.')
    await open(id)
    await page.context().setOffline(true)
    await page.getByText('Cannot reach the server').waitFor()
    await send(page, 'Written in the tunnel.')
    await page.getByText('Saved here. It will be sent when possible.').waitFor()
    await shot('10-offline')
  },
  async 'notices-refused'({ page, longhand, open, shot }) {
    const { id } = await longhand.api().create({ title: 'What can go wrong' })
    await sendByApi(longhand, id, 'Say what went wrong.')
    await open(id)
    for (const [name, status, failure] of failures) {
      await page.route('**/messages', route => route.fulfill({ status, json: failure }), { times: 1 })
      await composer(page).fill('These words are kept.')
      await composer(page).press('Enter')
      await page.locator('.status-line').waitFor()
      await shot(`10-${name}`)
      await page.reload()
      await page.locator('article.card').first().waitFor()
    }
  },
  async 'notices-model'({ page, longhand, open, shot }) {
    for (const [name, model, told] of [
      ['model-down', 'local/unavailable', 'did not answer'],
      ['key-refused', 'local/bad-key', 'The key was refused'],
      ['interrupted', 'local/error-in-stream', 'Failed at'],
    ] as const) {
      const { id } = await longhand.api().create({ title: 'What can go wrong', model })
      await open(id)
      await send(page, 'Are you there?')
      await page.getByText(told).first().waitFor({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
      await shot(`10-${name}`)
      if (name === 'model-down') {
        await page.getByRole('button', { name: 'Use offline' }).click()
        await page.locator('#m2').waitFor()
        await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
        await shot('10-use-offline')
      }
    }
    await open(await importConversation(longhand, 24, providerModel))
    await send(page, 'Please skip the beginning.')
    await page.getByText('Fewer tokens were read than sent').waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    await shot('10-silent-cut')
  },
  async 'notices-too-long'({ page, longhand, open, shot }) {
    await open((await longhand.api().create({ title: 'A long letter', model: smallModel })).id)
    await send(page, 'The port is 8443.')
    await page.locator('#m2').waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    await send(page, `Keep all of this in mind. ${fillerText(9_000)}`)
    await page.getByRole('button', { name: 'Trim ¶ 3' }).waitFor({ timeout: 60_000 })
    await shot('10-does-not-fit')
    await page.getByRole('button', { name: 'Trim ¶ 3' }).click()
    await page.locator('#m4').waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    await shot('10-trimmed')
  },
  async 'notices-condensing'({ page, longhand, open, shot }) {
    const id = await sample(longhand)
    await open(id)
    for (const [name, line] of [
      ['below', '/compact'],
      ['unknown-command', '/compat keep the decisions'],
      ['bad-argument', '/protect'],
      ['protected', '/protect 5'],
      ['saved', '/save-progress The loader works'],
    ] as const) {
      await composer(page).fill(line)
      await composer(page).press('Escape')
      await composer(page).press('Enter')
      await page.locator('.status-line').waitFor()
      await shot(`10-${name}`)
      await composer(page).fill('')
      await page.reload()
      await page.locator('article.card').first().waitFor()
    }
    await send(page, '/compact --force')
    await page.getByText('Condensing context…').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Condensing cancelled').waitFor()
    await shot('10-cancelled')
  },
  async 'notices-restored'({ page, longhand, open, shot }) {
    const id = await sample(longhand)
    await longhand.api().saveCheckpoint(id, 'Idempotency key fixed')
    await sendByApi(longhand, id, 'And now something else.')
    await open(id, '?checkpoints')
    await page.getByRole('button', { name: /Idempotency key fixed/ }).click()
    await page.getByRole('button', { name: 'Resume from here' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume from here' }).click()
    await page.getByRole('button', { name: 'Close checkpoints' }).click()
    await expect(page.locator('.status-line')).toContainText('Back at')
    await shot('10-restored')
  },
  async 'notices-opening'({ page, longhand, shot }) {
    const { queue } = await seedConversations(longhand)
    await page.route('**/entries*', () => {})
    await page.route(`**/api/conversations/${queue}`, () => {})
    await longhand.visit(page, `/c/${queue}`)
    await page.locator('.pages').waitFor()
    await page.waitForTimeout(500)
    await shot('10-opening')
  },
}

const failures = [['not-saved', 507, { code: 'store-full', sentence: 'The disk is full. Make room.' }]] as const
