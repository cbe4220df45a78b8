import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { createRoute } from '../examples/use-chat/route.ts'
import { type FakeProvider, startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import { realModel } from '../packages/longhand/src/testing/fake-provider/real-providers.ts'

let provider: FakeProvider
let folder: string
let url: string
let close: () => Promise<void>

/** The example as an app would run it: its page built by Vite, its route behind a plain HTTP server. */
test.beforeAll(async () => {
  provider = await startFakeProvider()
  folder = await mkdtemp(join(tmpdir(), 'longhand-use-chat-'))
  const root = join(import.meta.dirname, '../examples/use-chat')
  await build({ root, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  const answer = createRoute(realModel('anthropic', 'ok', provider), { summariser: null, window: 2_500 })
  const server = createServer((came, to) => void serve(came, to, answer).catch(error => to.destroy(error)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  }
})
test.afterAll(() => close())

async function serve(came: IncomingMessage, to: ServerResponse, answer: (request: Request) => Promise<Response>) {
  const { pathname } = new URL(came.url ?? '/', url)
  if (pathname !== '/api/chat') {
    const type = types[extname(pathname)] ?? 'text/html'
    const file = await readFile(join(folder, pathname === '/' ? 'index.html' : pathname)).catch(() => null)
    return void to.writeHead(file === null ? 404 : 200, { 'content-type': type }).end(file)
  }
  const chunks: Buffer[] = []
  for await (const chunk of came) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { status, headers, body: stream } = await answer(new Request(url, { method: 'POST', body }))
  to.writeHead(status, Object.fromEntries(headers))
  Readable.fromWeb(stream as never).pipe(to)
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

test('L5, H2 data parts reach useChat in a browser: the window after every answer, and each compaction once, in its place', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(url)
  const window = page.getByRole('button', { name: /^Context window: / })
  const condensed = page.getByRole('region', { name: /^Context condensed \([\d,]+ → [\d,]+ tokens\)$/ })
  const summary = page.getByRole('row', { name: /^Summary / })
  for (let turn = 1; turn <= 10; turn++) {
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill(`Note ${turn} about src/file${turn}.ts. ${'Some more words to read. '.repeat(40)}`)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByLabel('assistant')).toHaveCount(turn)
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
    await expect(window).toContainText(/\d+ \/ 2,500 tokens/)
    if (turn === 1) {
      await window.click()
      await expect(summary).toContainText('0.0%')
      await expect(condensed).toHaveCount(0)
    }
  }
  await expect(condensed.first()).toBeVisible()
  await expect(page.getByRole('region', { name: /^Condensing/ })).toHaveCount(0)
  await window.click()
  await expect(summary).not.toContainText('0.0%')
  // The person still sees every word, and the model reads the summary.
  await expect(page.getByText('Note 1 about src/file1.ts.')).toBeVisible()
  await expect(page.getByLabel('user')).toHaveCount(10)
  expect(provider.calls.at(-1)!.request.text).toContain('<summary>')
  expect(errors).toEqual([])
})

test('L13 the parts bring their own colours, and change nothing of the page around them', async ({ page }) => {
  await page.goto(url)
  const around = () =>
    page.evaluate(() => {
      const { backgroundColor, color, fontFamily, margin } = getComputedStyle(document.body)
      const { colorScheme } = getComputedStyle(document.documentElement)
      const { borderStyle, padding } = getComputedStyle(document.querySelector('form button')!)
      return { backgroundColor, color, fontFamily, margin, colorScheme, borderStyle, padding }
    })
  const before = await around()
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  const bar = page.getByRole('button', { name: /^Context window: / })
  await expect(bar).toBeVisible()
  expect(await around()).toEqual(before)
  expect(before).toMatchObject({ backgroundColor: 'rgba(0, 0, 0, 0)', margin: '8px', borderStyle: 'outset' })
  // Our green, on a track of our own height.
  await expect(bar.locator('.fill')).toHaveCSS('background-color', 'rgb(62, 138, 96)')
  await expect(bar.locator('.track')).toHaveCSS('height', '8px')
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await expect(bar.locator('.fill')).toHaveCSS('background-color', 'rgb(95, 174, 130)')
})

test('L1 two people at once, each in a browser of their own, read and send only their own words', async ({
  browser,
}) => {
  const pages = await Promise.all(['Alice', 'Bob'].map(async who => ({ who, page: await browser.newPage() })))
  const start = provider.calls.length
  await Promise.all(
    pages.map(async ({ who, page }) => {
      await page.goto(url)
      for (let turn = 1; turn <= 4; turn++) {
        await page
          .getByRole('textbox', { name: 'Message' })
          .fill(`${who} says ${turn}. ${`${who} reads on. `.repeat(100)}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await expect(page.getByLabel('assistant')).toHaveCount(turn)
        await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
      }
    }),
  )
  const sent = provider.calls.slice(start).map(({ request }) => request.text)
  expect(sent).toHaveLength(8)
  expect(sent.filter(text => text.includes('Alice') && text.includes('Bob'))).toEqual([])
  await Promise.all(pages.map(({ page }) => page.close()))
})
