import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answer } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import { expectNoSeriousViolations } from './axe.ts'
import { fillerText } from './filler-text.ts'
import { hostileTexts } from './hostile-texts.ts'
import { expect, providerModel, startLonghand, test } from './longhand.ts'
import { condense, openNew, pressOn, sendAndWait } from './steps.ts'

test('W16 receipts tell the tokens, the time and the cost of the whole conversation, other branches included', async ({
  page,
  longhand,
}) => {
  const id = await openNew(page, longhand, { model: providerModel })
  await sendAndWait(page, 'Please write code.')
  await pressOn(page.locator('#m2'), 'Regenerate')
  await expect(page.locator('#m2 .branch')).toContainText('2 of 2')
  await expect.poll(async () => (await longhand.api().usage(id)).answers).toBe(2)
  const { input, output } = await longhand.api().usage(id)
  const shown = (await longhand.api().entries(id)).entries.flatMap(({ usage }) => (usage === undefined ? [] : [usage]))
  expect(shown).toHaveLength(1)
  expect(input).toBeGreaterThan(shown[0]!.input)
  await page.getByRole('button', { name: '0 receipts' }).click()
  const whole = page.getByRole('region', { name: 'The whole conversation' })
  await expect(whole).toContainText(`Tokens in${input.toLocaleString('en')}`)
  await expect(whole).toContainText(`Tokens out${output.toLocaleString('en')}`)
  await expect(whole).toContainText(/Time[\d.]+ (ms|s)/)
  await expectNoSeriousViolations(page, 'usage')
})

test('W10, W16 where prices are known, an answer and the whole conversation tell what they cost', async ({
  page,
}, info) => {
  test.setTimeout(120_000)
  const usage = { input: 1_000, output: 500, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const fake = await startFakeProvider({ behaviour: () => answer('Ahoy.'), usage: () => usage })
  const config = info.outputPath('longhand.config.yaml')
  await writeFile(config, `models: { ${providerModel}: { window: 32000, prices: { input: 20, output: 60 } } }\n`)
  await chmod(config, 0o600)
  const { longhand, close } = await startLonghand({ LOCAL_BASE_URL: fake.baseURL, LONGHAND_CONFIG: config })
  try {
    await openNew(page, longhand, { model: providerModel })
    await sendAndWait(page, 'Ahoy?')
    await expect(page.locator('#m2 .card-figures')).toContainText('1,000 tokens in, 500 out')
    await expect(page.locator('#m2 .card-figures')).toContainText('$0.05')
    await sendAndWait(page, 'And again?')
    await page.getByRole('button', { name: '0 receipts' }).click()
    await expect(page.getByRole('region', { name: 'The whole conversation' })).toContainText('Cost of answers$0.10')
    await page.goto('about:blank')
  } finally {
    await close()
    await fake.close()
  }
})

test('W17 a conversation is shared as one file that runs and loads nothing, with its summaries closed', async ({
  page,
  longhand,
}, info) => {
  const texts = hostileTexts.slice(0, 24)
  const messages = texts.flatMap((text, at) => [
    { role: 'user', content: `${text}\n\n${fillerText(150, at + 1)}` },
    { role: 'assistant', content: `Noted: ${text}\n\n\`\`\`html\n${text}\n\`\`\`` },
  ])
  messages.push(
    { role: 'user', content: 'Which **boats** does `fleet.ts` <b>name</b>?' },
    {
      role: 'assistant',
      content:
        '## Boats\n\n| boat | length |\n|---|---|\n| *Heron* | 9 m |\n\n- as said in ¶ 1\n\n![spy](https://example.com/spy.png)',
    },
  )
  const { conversation: id } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  await longhand.api().update(id!, { title: '<img src=x onerror="window.hacked=1"> & Co' })
  await condense(longhand, id!)
  await longhand.visit(page, `/c/${id}`)
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^Share as a read-only page/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.html$/)
  const file = join(info.outputDir, 'shared.html')
  await download.saveAs(file)
  const text = await readFile(file, 'utf8')
  expect(text).not.toMatch(/<(?:script|iframe|object|embed|link|base|form)\b/i)

  const requests: string[] = []
  const reader = await page.context().newPage()
  reader.on('request', request => requests.push(request.url()))
  await reader.goto(pathToFileURL(file).href)
  await expect(reader.locator('h1')).toHaveText('<img src=x onerror="window.hacked=1"> & Co')
  await expect(reader.locator('article')).toHaveCount(messages.length)
  await expect(reader.locator('#m2')).toContainText('Noted: ')
  const last = reader.locator('article').last()
  await expect(last.locator('h2', { hasText: 'Boats' })).toBeVisible()
  await expect(last.locator('td em')).toHaveText('Heron')
  await expect(last.locator('li a')).toHaveAttribute('href', '#m1')
  await expect(last.locator('img')).toHaveCount(0)
  await expect(reader.locator('#m2 .code pre')).toBeVisible()
  await expect(reader.locator('article').nth(-2)).toContainText('Which **boats** does fleet.ts <b>name</b>?')
  await expect(reader.locator('article').nth(-2).locator('code')).toHaveText('fleet.ts')
  await expect(reader.locator('button')).toHaveCount(0)
  const divider = reader.locator('details.divider')
  await expect(divider).not.toHaveAttribute('open')
  await divider.locator('summary').click()
  await expect(divider.locator('pre').first()).toBeVisible()
  expect(
    await reader.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter(one => [...one.attributes].some(({ name }) => name.startsWith('on')))
          .length,
    ),
  ).toBe(0)
  expect(await reader.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined()
  expect(requests.filter(url => !url.startsWith('file:'))).toEqual([])
  await expectNoSeriousViolations(reader, 'shared page')
  await reader.close()
})
