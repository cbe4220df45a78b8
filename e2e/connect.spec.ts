import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { answer } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import { expectNoSeriousViolations } from './axe.ts'
import { expect, startLonghand, test } from './longhand.ts'
import { cards, composer, tabTo } from './steps.ts'

const key = 'sk-kiwi0kiwi0kiwi0kiwi0kiwi0kiwi0'
const noProvider = { LOCAL_BASE_URL: '', ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', OPENROUTER_API_KEY: '' }

test('W9 from the start page, by keyboard alone: paste a key and an address, test, choose, and a message is answered', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const fake = await startFakeProvider({
    behaviour: () => answer('A real answer.'),
    models: ['llama3.2', 'qwen3'],
    key,
  })
  const { longhand, close } = await startLonghand(noProvider)
  const tabToRole = (name: RegExp | string, role: 'link' | 'radio' | 'textbox' = 'textbox') =>
    tabTo(page, page.getByRole(role, { name }))
  try {
    await longhand.visit(page)
    await expect(page.getByText('Connect a model')).toBeVisible()
    await expect(composer(page)).toBeFocused()
    await tabToRole('Connect', 'link')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Connect a model' })).toBeVisible()
    await expectNoSeriousViolations(page, 'connect')
    await tabToRole('Anthropic', 'radio')
    for (let times = 0; times < 7; times++) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Another server' })).toBeChecked()
    await tabToRole('Name')
    await page.keyboard.type('mine')
    await tabToRole('Address')
    await page.keyboard.type(new URL(fake.baseURL).origin)
    await tabToRole(/^Key/)
    await page.keyboard.type(`${key}x`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('mine refuses this key. Check that you pasted all of it.')).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect(page.getByText('It works, with 2 models.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect 2 models' })).toBeFocused()
    await expectNoSeriousViolations(page, 'connect, models')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
    await expectNoSeriousViolations(page, 'connected')
    await expect(page.getByRole('link', { name: 'Start a conversation' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type('Are you there?')
    await page.keyboard.press('Enter')
    await expect(cards(page).last()).toContainText('A real answer.')
    await page.getByRole('button', { name: /^Model: llama3\.2/ }).click()
    await expect(page.getByRole('menu')).toContainText('qwen3')
    expect(await page.content()).not.toContain(key)
    const path = join(longhand.folder, 'connections.json')
    expect(await readFile(path, 'utf8')).toContain(key)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await longhand.visit(page, '/settings/models')
    await page.getByRole('button', { name: 'Disconnect mine' }).click()
    await expect(page.getByText('qwen3', { exact: true })).toBeHidden()
    expect(await readFile(path, 'utf8')).not.toContain(key)
    await page.goto('about:blank')
  } finally {
    await close()
    await fake.close()
  }
})

test('W9 model servers that run on this machine are found, and one of them is used with two clicks', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const [ollama, studio] = await Promise.all([
    startFakeProvider({ behaviour: () => answer('An answer of llama.'), models: ['llama3.2', 'qwen3'] }),
    startFakeProvider({ models: ['gemma'] }),
  ])
  const localServers = [
    { name: 'ollama', baseURL: ollama.baseURL },
    { name: 'lm-studio', baseURL: studio.baseURL },
  ]
  const { longhand, close } = await startLonghand({ ...noProvider, E2E_LOCAL_SERVERS: JSON.stringify(localServers) })
  try {
    await longhand.visit(page, '/settings/connect')
    const card = (name: string) => page.locator('.found-server').filter({ hasText: `${name} is running` })
    await expect(card('Ollama')).toContainText('On this machine, with 2 models.')
    await expect(card('LM Studio')).toContainText('On this machine, with 1 model.')
    await expectNoSeriousViolations(page, 'connect, with servers of this machine')
    await page.getByRole('button', { name: 'Use Ollama' }).click()
    await expect(page.getByText('It works, with 2 models.')).toBeVisible()
    await page.getByRole('button', { name: 'Connect 2 models' }).click()
    await page.getByRole('link', { name: 'Start a conversation' }).click()
    await composer(page).fill('Are you there?')
    await composer(page).press('Enter')
    await expect(cards(page).last()).toContainText('An answer of llama.')
    await page.goto('about:blank')
  } finally {
    await close()
    await Promise.all([ollama.close(), studio.close()])
  }
})
