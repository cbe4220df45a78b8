import type { Page } from '@playwright/test'
import { answer } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import { expectNoSeriousViolations } from './axe.ts'
import { expect, startLonghand, test } from './longhand.ts'
import { cards, composer, divider, expectFocusInSight, tabTo } from './steps.ts'

const key = 'sk-plum0plum0plum0plum0plum0plum0'
const noProvider = { LOCAL_BASE_URL: '', ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', OPENROUTER_API_KEY: '' }

test('W28 the first five minutes by keyboard alone, the focus always in sight: write, connect, sample, fold, undo, model view, search, settings', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const fake = await startFakeProvider({ behaviour: () => answer('A real answer.'), models: ['llama3.2'], key })
  const { longhand, close } = await startLonghand(noProvider)
  try {
    await longhand.visit(page)
    await writeTheFirstMessage(page)
    await connectAModel(page, new URL(fake.baseURL).origin)
    await foldAndUndoTheSample(page)
    await openARowOfTheModelView(page)
    await searchEveryWord(page)
    await openSettingsAndGoBack(page)
    await page.goto('about:blank')
  } finally {
    await close()
    await fake.close()
  }
})

async function writeTheFirstMessage(page: Page): Promise<void> {
  await expectFocusInSight(composer(page))
  await expectNoSeriousViolations(page, 'first start')
  await page.keyboard.type('The lamp is lit at dusk.')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await expect(page.locator('#m2')).toBeVisible()
  await expectFocusInSight(composer(page))
  await expectNoSeriousViolations(page, 'first conversation')
}

async function connectAModel(page: Page, address: string): Promise<void> {
  await goToTheStart(page)
  await press(page, page.getByRole('link', { name: 'Connect', exact: true }))
  await expectFocusInSight(page.getByRole('heading', { name: 'Connect a model' }))
  await expectNoSeriousViolations(page, 'connect')
  await tabTo(page, page.getByRole('radio', { name: 'Anthropic' }))
  const another = page.getByRole('radio', { name: 'Another server' })
  for (let times = 0; times < 7; times++) await page.keyboard.press('ArrowRight')
  await expect(another).toBeChecked()
  await expectFocusInSight(another)
  for (const [label, text] of [
    ['Name', 'mine'],
    ['Address', address],
    [/^Key/, key],
  ] as const) {
    const field = page.getByRole('textbox', { name: label })
    await tabTo(page, field)
    await expectFocusInSight(field)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('button', { name: 'Connect', exact: true })
  await expectFocusInSight(chosen)
  await expectNoSeriousViolations(page, 'models to connect')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await expectFocusInSight(page.getByRole('link', { name: 'Start a conversation' }))
  await expectNoSeriousViolations(page, 'connected')
  await page.keyboard.press('Enter')
  await expectFocusInSight(composer(page))
  await page.keyboard.type('Are you there?')
  await page.keyboard.press('Enter')
  await expect(cards(page).last()).toContainText('A real answer.')
}

async function foldAndUndoTheSample(page: Page): Promise<void> {
  await goToTheStart(page)
  await press(page, page.getByRole('button', { name: 'Open', exact: true }))
  const guide = page.getByRole('complementary', { name: 'Guide' })
  await expect(guide).toContainText('1 of 4: Send one message')
  await expectFocusInSight(composer(page))
  await expectNoSeriousViolations(page, 'sample')
  await page.keyboard.type('ok')
  await page.keyboard.press('Enter')
  await expect(guide).toContainText('2 of 4: Watch it fold')
  await expectNoSeriousViolations(page, 'sample, folding')
  await expect(guide).toContainText('3 of 4: Open “Context condensed”', { timeout: 40_000 })
  await expect(composer(page)).toBeFocused()
  await press(page, guide.getByRole('button', { name: 'Show it' }))
  await expectFocusInSight(divider(page).getByRole('button', { expanded: false }))
  await page.keyboard.press('Enter')
  await expect(divider(page).getByRole('heading', { name: 'Decisions' })).toBeVisible()
  await expectNoSeriousViolations(page, 'divider')
  await press(page, divider(page).getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('Condensing undone')).toBeVisible()
  await expectFocusInSight(divider(page).getByRole('button', { name: 'Redo' }))
  await expectNoSeriousViolations(page, 'undone')
  await press(page, guide.getByRole('button', { name: 'Close the guide' }))
  await expect(guide).toBeHidden()
  await expectFocusInSight(composer(page))
}

async function openARowOfTheModelView(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+.')
  const models = page.getByRole('region', { name: 'What the model sees' })
  await expect(models).toBeVisible()
  await expectNoSeriousViolations(page, 'model view')
  const row = models.getByRole('button').first()
  await press(page, row)
  const whole = page.getByRole('dialog', { name: /^¶ 1, as sent to the model/ })
  await expect(whole).toBeVisible()
  await expectNoSeriousViolations(page, 'a row of the model view')
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()
  await expectFocusInSight(row)
  await page.keyboard.press('ControlOrMeta+.')
  await expect(models).toBeHidden()
}

async function searchEveryWord(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('dialog', { name: 'Search every word' }).getByRole('searchbox')
  await expectFocusInSight(field)
  await page.keyboard.type('lit at dusk')
  const found = page.getByRole('list', { name: 'Found' }).getByRole('link').first()
  await expect(found).toContainText('lit at dusk')
  await expectNoSeriousViolations(page, 'search')
  await page.keyboard.press('ArrowDown')
  await expectFocusInSight(found)
  await page.keyboard.press('Enter')
  await expect(page.locator('#m1')).toContainText('The lamp is lit at dusk.')
}

async function openSettingsAndGoBack(page: Page): Promise<void> {
  const here = page.url()
  await press(page, page.getByRole('link', { name: 'Settings' }))
  await expectFocusInSight(page.getByRole('heading', { level: 1, name: 'Condensing' }))
  await expectNoSeriousViolations(page, 'settings')
  await press(page, page.getByRole('link', { name: 'Appearance' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible()
  await expectFocusInSight(page.getByRole('link', { name: 'Appearance' }))
  await press(page, page.getByRole('link', { name: 'Close settings' }))
  await expect(page).toHaveURL(here)
  await expect(page.locator('#m1')).toContainText('The lamp is lit at dusk.')
}

/** Goes there by Tab, sees where it is, and presses Enter. */
async function press(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await tabTo(page, target)
  await expectFocusInSight(target)
  await page.keyboard.press('Enter')
}

async function goToTheStart(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'New conversation' }))
  await expect(page).not.toHaveURL(/\/c\//)
  await expectFocusInSight(composer(page))
  await expectNoSeriousViolations(page, 'start')
}
