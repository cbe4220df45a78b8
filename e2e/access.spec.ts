import type { Page } from '@playwright/test'
import { expectNoSeriousViolations } from './axe.ts'
import { fillerText } from './filler-text.ts'
import { expect, test } from './longhand.ts'
import { composer, condense, divider, importConversation, scrollTo, send } from './steps.ts'

/** The dark page is the light one in other colours: what does not look at colours is looked at once. */
const rules = { light: [], dark: ['color-contrast', 'link-in-text-block'] }

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
    const clean = (page: Page, screen: string) => expectNoSeriousViolations(page, screen, rules[colorScheme])

    test(`W7 axe finds nothing serious on any screen, ${colorScheme}`, async ({ page, longhand }) => {
      test.setTimeout(240_000)
      const id = await importConversation(longhand, 24)
      await longhand.api().protect(id, 5, 'protect')
      await condense(longhand, id)
      await longhand.visit(page)
      await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
      await clean(page, 'start')
      const settings = ['models', 'connect', 'condensing', 'keep', 'checkpoints', 'memories', 'clients']
      for (const section of [...settings, 'appearance', 'data', 'about']) {
        await longhand.visit(page, `/settings/${section}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await clean(page, section)
      }
      await longhand.visit(page, `/c/${id}`)
      await expect(page.locator('#m48')).toBeVisible()
      await clean(page, 'conversation')
      await scrollTo(page, divider(page))
      await divider(page).getByRole('button', { expanded: false }).click()
      await clean(page, 'divider')
      await page.getByRole('button', { name: /^Context window/ }).click()
      await clean(page, 'breakdown')
      await page.keyboard.press('Escape')
      await composer(page).fill('/')
      await clean(page, 'commands')
      await composer(page).fill('')
      await page.getByRole('button', { name: 'What the model sees' }).click()
      await expect(page.locator('.view-summary')).toBeVisible()
      await clean(page, 'model view')
      await page.getByRole('button', { name: 'What you see', exact: true }).click()
      await page
        .getByRole('button', { name: /checkpoint/ })
        .first()
        .click()
      await clean(page, 'checkpoints')
      await page
        .getByRole('button', { name: /receipt/ })
        .first()
        .click()
      await clean(page, 'receipts')
      await send(page, '/compact --preview')
      await expect(page.getByRole('dialog')).toBeVisible()
      await clean(page, 'preview')
    })

    test(`W7 axe finds nothing serious in menus and dialogs, nor beside what is trimmed, ${colorScheme}`, async ({
      page,
      longhand,
    }) => {
      const messages = [
        { role: 'user', content: 'The port is 8443.' },
        { role: 'assistant', content: 'Noted.' },
        { role: 'user', content: `Keep this. ${fillerText(1_200)}` },
      ]
      const { conversation: id } = await longhand.api().import(JSON.stringify(messages), 'transcript')
      await longhand.api().command(id!, '/trim 3')
      await longhand.visit(page, `/c/${id}`)
      await expect(page.locator('#m3')).toContainText('Trimmed for the model')
      await clean(page, 'trimmed')
      const menu = page.getByRole('button', { name: 'More about this conversation' })
      await menu.click()
      await clean(page, 'menu')
      await page.keyboard.press('Escape')
      for (const item of ['Branches', 'Rename', 'Move to a project…', 'Instructions…', 'Delete conversation…']) {
        await menu.click()
        await page.getByRole('menuitem', { name: item }).click()
        const dialog = page.locator('dialog[open], [role=dialog], [role=alertdialog]').first()
        await expect(dialog).toBeVisible()
        await clean(page, item)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      await page.locator('#m3').hover()
      await page.locator('#m3').getByRole('button', { name: 'More', exact: true }).click()
      await clean(page, 'menu of a message')
    })
  })
}
