import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectNoSeriousViolations } from './axe.ts'
import { expect, type Longhand, test } from './longhand.ts'
import { cards } from './steps.ts'

const fenced = (source: string) => `Here:\n\n\`\`\`mermaid\n${source}\n\`\`\``

async function openAnswers(page: Page, longhand: Longhand, sources: readonly string[]): Promise<void> {
  const messages = sources.flatMap(source => [
    { role: 'user', content: 'Draw it.' },
    { role: 'assistant', content: fenced(source) },
  ])
  const { conversation: id } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page).last()).toBeVisible()
}

const flow = 'flowchart LR\n  A[Write] --> B{Fits?}\n  B -- yes --> C[Send]\n  B -- no --> D[Condense] --> C'

test('W13 a diagram is drawn as a picture, with its source at hand; one that cannot be drawn is its source and the reason', async ({
  page,
  longhand,
}) => {
  const loaded: string[] = []
  const errors: string[] = []
  page.on('request', request => loaded.push(request.url()))
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await openAnswers(page, longhand, [flow, 'flowchart LR\n  A --> --> nowhere'])
  const picture = page.locator('#m2 .diagram img')
  await expect(picture).toBeVisible({ timeout: 30_000 })
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expect(page.locator('#m4 .code')).toContainText('A --> --> nowhere')
  await expect(page.locator('#m4')).toContainText('The diagram cannot be drawn: Parse error')
  await expectNoSeriousViolations(page, 'diagrams')
  await page.locator('#m2').getByRole('button', { name: 'Source', exact: true }).click()
  await expect(page.locator('#m2 .code pre')).toContainText('B -- no --> D[Condense]')
  await expect(picture).toHaveCount(0)
  await page.locator('#m2').getByRole('button', { name: 'Source', exact: true }).click()
  const light = await picture.getAttribute('src')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => picture.getAttribute('src')).not.toBe(light)
  expect(loaded.filter(url => /^http/.test(url) && new URL(url).origin !== longhand.url())).toEqual([])
  expect(errors).toEqual([])
})

test('W13 what draws diagrams is a frame without an origin; a hostile diagram runs nothing and loads nothing', async ({
  page,
  longhand,
}) => {
  const seen: string[] = []
  const elsewhere = createServer((request, answer) => {
    seen.push(`${request.url}`)
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  page.on('dialog', dialog => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  await openAnswers(page, longhand, [
    '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["<img src=x onerror=alert(1)>"] --> B["<script>alert(2)</script>"]\n  click A href "javascript:alert(3)"\n  click B call alert(4)',
    `flowchart LR\n  A@{ img: "http://127.0.0.1:${port}/p.png", label: "p" } --> B`,
    flow,
  ])
  await expect(page.locator('#m6 .diagram img')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('#m2 :is(.diagram, .diagram-failure)')).toHaveCount(1)
  await expect(page.locator('#m4 :is(.diagram, .diagram-failure)')).toHaveCount(1)
  const frame = page.frames().find(one => one.url().endsWith('/diagrams/frame.html'))!
  expect(await frame.evaluate(() => self.origin)).toBe('null')
  const reach = (path: string) =>
    frame.evaluate(
      one =>
        fetch(one).then(
          () => 'reached',
          () => 'refused',
        ),
      path,
    )
  expect(await reach('/api/conversations')).toBe('refused')
  expect(await reach(`http://127.0.0.1:${port}/x`)).toBe('refused')
  expect(seen).toEqual([])
  elsewhere.close()
  expect(
    await frame.evaluate(() =>
      ['localStorage', 'parent.document'].map(name => {
        try {
          return name === 'localStorage' ? typeof localStorage : typeof parent.document.body
        } catch {
          return 'refused'
        }
      }),
    ),
  ).toEqual(['refused', 'refused'])
})

test('W13 who reads no diagram loads nothing for one', async ({ page, longhand }) => {
  const loaded: string[] = []
  page.on('request', request => loaded.push(request.url()))
  const { conversation: id } = await longhand.api().import(
    JSON.stringify([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '```ts\n1\n```' },
    ]),
    'transcript',
  )
  await longhand.visit(page, `/c/${id}`)
  await expect(page.locator('#m2 .code')).toBeVisible()
  expect(loaded.filter(url => /diagram|mermaid\.js/.test(url))).toEqual([])
})
