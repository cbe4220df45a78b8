import { expect, type Locator } from '@playwright/test'
import { smallModel } from '../longhand.ts'
import { composer, divider, openClient, scrollTo, send } from '../steps.ts'
import { notices } from './notices.ts'
import { parityScenes } from './parity-scenes.ts'
import type { SceneContext } from './scene-context.ts'
import { sample, seedConversations } from './seeded-conversations.ts'

/** Every screen and its states, in the order of the design; the numbers are those of its mock-ups. */
export const scenes: Readonly<Record<string, (context: SceneContext) => Promise<void>>> = {
  async 'first-run'({ page, longhand, shot }) {
    await longhand.visit(page)
    await page.getByText('No conversations yet').waitFor()
    await shot('01-first-run')
  },
  async start({ page, longhand, shot }) {
    await longhand.visit(page)
    await page.getByRole('list', { name: 'Conversations' }).waitFor()
    await shot('01-start-list')
    await page.getByRole('searchbox').fill('skip locked')
    await page.getByRole('list', { name: 'Found' }).getByRole('listitem').first().waitFor()
    await shot('01-start-search')
    await page.getByRole('searchbox').fill('geniza')
    await page.getByText('Nothing found').waitFor()
    await shot('10-nothing-found')
  },
  async conversation({ page, longhand, size, open, shot }) {
    const { queue } = await seedConversations(longhand)
    await open(queue, '#m5')
    if (size === 'desktop') await page.setViewportSize({ width: 1280, height: 980 })
    await page.waitForTimeout(1200)
    await page.locator('#m5').blur()
    if (size === 'desktop') await page.locator('#m5').hover()
    await shot('02-conversation')
    await page.locator('#m6').getByText('3 tool calls').click()
    await page.locator('#m6 .tool').first().click()
    await page.locator('#m6').getByText('Reasoning').click()
    await shot('02-tools-open')
    await page.locator('.pages').evaluate(element => element.scrollTo(0, element.scrollHeight))
    await shot('02-table')
    if (size === 'desktop') await page.setViewportSize({ width: 1280, height: 860 })
  },
  async writing({ page, longhand, open, shot }) {
    const { id } = await longhand.api().create({ title: 'Two workers, one queue', model: 'local/llama3.2' })
    await open(id)
    await shot('02-blank')
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 380, height: 200 } })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'blank-page.png', mimeType: 'image/png', buffer: picture })
    await composer(page).fill('This is what the page looks like. Please write code for the claim, slowly.')
    await page.getByRole('button', { name: 'Protect this message' }).click()
    await shot('02-attached')
    await composer(page).press('Enter')
    await page.getByText('export async').waitFor()
    await shot('02-writing')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/^Stopped at/).waitFor()
    await shot('10-stopped')
  },
  async condensing({ page, longhand, open, shot }) {
    const { id } = await longhand.api().create({ sample: true })
    await open(id)
    await send(page, 'Which files does the loader write, and when is an import finished?')
    await page.getByText('Condensing context…').waitFor()
    await page.waitForTimeout(900)
    await shot('03-condensing')
    await page.getByText(/^Condensed \d+ messages/).waitFor()
    await shot('04-condensed')
    await scrollTo(page, divider(page))
    await divider(page).evaluate(element => element.scrollIntoView({ block: 'center' }))
    await shot('04-divider')
    await divider(page).getByRole('button', { expanded: false }).click()
    // Its details are loaded when it is opened, and the list keeps its place while they come.
    await divider(page).getByRole('heading', { name: 'Decisions' }).waitFor()
    await scrollToTop(divider(page).locator('.fold-line'))
    await shot('04b-condensed-open')
    await divider(page).getByRole('button', { name: 'Edit summary' }).click()
    await page.getByRole('dialog').waitFor()
    await shot('04e-edit-summary')
    await page.keyboard.press('Escape')
    await divider(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Condensing undone').waitFor()
    await divider(page).getByRole('button', { expanded: true }).click()
    await shot('04d-undone')
  },
  async degraded({ page, longhand, open, shot }) {
    const api = longhand.api()
    const { summaryModel } = await api.settings()
    await api.changeSettings({ summaryModel: 'local/bad-key' })
    const { id } = await api.create({ sample: true })
    await open(id)
    await send(page, '/compact --force')
    await page.getByText(/^Condensed \d+ messages/).waitFor()
    await shot('04f-own-words')
    await scrollTo(page, divider(page))
    await divider(page).evaluate(element => element.scrollIntoView({ block: 'center' }))
    await shot('04f-own-words-divider')
    await api.changeSettings({ summaryModel })
  },
  async warning({ longhand, open, shot }) {
    await open((await seedConversations(longhand)).full)
    await shot('03b-warning')
  },
  async preview({ page, longhand, open, choose, shot }) {
    await open((await seedConversations(longhand)).full)
    await choose('Preview condensing')
    await page.getByText('Messages folded').waitFor()
    await shot('04c-preview')
  },
  async 'window-bar'({ page, longhand, open, shot }) {
    await open((await seedConversations(longhand)).condensed)
    await page.locator('.window-bar > button').click()
    await shot('05-window-bar')
  },
  async 'model-view'({ page, longhand, open, shot }) {
    const { condensed, queue } = await seedConversations(longhand)
    await open(condensed)
    await page.keyboard.press('Control+.')
    await page.locator('.view-summary').waitFor()
    await shot('06-model-view')
    await open(queue)
    await page.keyboard.press('Control+.')
    await page.getByText('Nothing is folded').waitFor()
    await shot('06-nothing-folded')
  },
  async checkpoints({ page, longhand, open, shot }) {
    const { condensed } = await seedConversations(longhand)
    await open(condensed, '?checkpoints')
    await page.getByRole('button', { name: /Before the loader is rewritten/ }).click()
    await shot('07-checkpoints')
    await page.getByRole('button', { name: 'Rename' }).click()
    await shot('07-rename')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Resume from here' }).click()
    await shot('07-resume')
    const { id } = await longhand.api().create({ title: 'Nothing saved yet' })
    await open(id, '?checkpoints')
    await shot('07-none')
  },
  async 'model-warning'({ page, longhand, open, shot }) {
    const id = await sample(longhand)
    await longhand.api().update(id, { model: 'offline/quoting' })
    await longhand.api().saveCheckpoint(id, 'With more room')
    await longhand.api().update(id, { model: smallModel })
    await open(id, '?checkpoints')
    await page.getByRole('button', { name: /With more room/ }).click()
    await page.getByRole('button', { name: 'Resume from here' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shot('07b-model-warning')
  },
  async commands({ page, longhand, open, shot }) {
    await open((await seedConversations(longhand)).queue)
    await composer(page).pressSequentially('/')
    await shot('08-commands')
    await composer(page).pressSequentially('pro')
    await shot('08-filtered')
    await composer(page).fill('')
  },
  async receipts({ longhand, open, choose, shot }) {
    const { condensed, queue } = await seedConversations(longhand)
    await open(condensed)
    await choose('Receipts')
    await shot('09-receipts')
    await open(queue)
    await choose('Receipts')
    await shot('09-none')
  },
  ...notices,
  ...parityScenes,
  async dialogs({ page, longhand, open, choose, shot }) {
    const { queue, condensed } = await seedConversations(longhand)
    await open(queue)
    for (const [item, name] of [
      ['Branches', 'branches'],
      ['Rename', 'rename'],
      ['Move to a project…', 'project'],
      ['Delete conversation…', 'delete'],
    ] as const) {
      await choose(item)
      await page.locator('dialog[open]').waitFor()
      await shot(`14-${name}`)
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Control+K')
    await page.getByRole('searchbox').fill('skip locked')
    await page.getByRole('list', { name: 'Found' }).getByRole('listitem').first().waitFor()
    await shot('14-search')
    await page.keyboard.press('Escape')
    await send(page, '/help')
    await page.locator('dialog[open]').waitFor()
    await shot('14-help')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await shot('14-menu')
    await open(condensed)
    await page.getByRole('button', { name: /^Model: / }).click()
    await shot('14-model-picker')
  },
  async 'message-menu'({ page, longhand, open, shot, size }) {
    await open((await seedConversations(longhand)).queue, '#m5')
    await page.waitForTimeout(1200)
    if (size === 'desktop') await page.locator('#m5').hover()
    else await page.locator('#m5').tap()
    await page.locator('#m5').getByRole('button', { name: 'More' }).click()
    await shot('14-message-menu')
    await page.keyboard.press('Escape')
    await page.locator('#m5').getByRole('button', { name: 'Edit and resend' }).click()
    await shot('14-edit-and-send')
  },
  async elsewhere({ page, longhand, open, shot }) {
    await open(await openClient(longhand, 20).ask('Which of the two sails is torn?'))
    await page.getByRole('region', { name: 'Written elsewhere' }).waitFor()
    await shot('15-elsewhere')
    await longhand.visit(page)
    await page.getByRole('list', { name: 'Conversations' }).waitFor()
    await shot('15-elsewhere-list')
  },
  async settings({ page, longhand, shot }) {
    for (const section of [
      'condensing',
      'models',
      'connect',
      'keep',
      'checkpoints',
      'memories',
      'clients',
      'appearance',
      'data',
      'about',
    ]) {
      await longhand.visit(page, `/settings/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await shot(section === 'models' ? '12b-models' : `12-${section}`)
    }
  },
  async recovery({ page, longhand, open, shot }) {
    await open((await seedConversations(longhand)).condensed)
    await longhand.kill()
    await page.goto('about:blank')
    await longhand.start()
    await longhand.visit(page)
    await page.getByRole('alertdialog').waitFor()
    await shot('01-start')
    await page.getByRole('button', { name: 'Not now' }).click()
  },
}

/** Puts something at the top of what scrolls, whatever the list does meanwhile. */
async function scrollToTop(target: Locator): Promise<void> {
  await expect(async () => {
    const distance = await target.evaluate(element => {
      const list = element.closest('.pages')!
      const distance = element.getBoundingClientRect().top - list.getBoundingClientRect().top - 24
      list.scrollBy(0, distance)
      return Math.abs(distance)
    })
    expect(distance).toBeLessThan(2)
  }).toPass({ intervals: [100], timeout: 10_000 })
}
