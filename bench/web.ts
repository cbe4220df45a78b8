import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../e2e/browser.ts'
import { fillerText } from '../e2e/filler-text.ts'
import { firstLoad, maxFirstLoad } from '../e2e/first-load.ts'
import { type Longhand, startLonghand } from '../e2e/longhand.ts'
import { table } from '../scripts/table.ts'

/** The page in a real browser: what it weighs, how fast a long conversation opens and scrolls, how fast the bar moves. */
export async function run(): Promise<void> {
  const { longhand, close } = await startLonghand()
  const browser = await chromium.launch({ executablePath: await chromiumPath() })
  try {
    const rows = [
      ['initial JavaScript, gzipped (kB)', await initialScripts(browser, longhand), `≤ ${maxFirstLoad}`],
      ...(await barAfterSending(browser, longhand)),
      ...(await longConversation(browser, longhand)),
      [`${tabs} tabs of one browser, answered`, await answeredTabs(browser, longhand), `${tabs}`],
    ]
    console.log(table(['figure', 'measured', 'goal'], rows as [string, number, string][]))
  } finally {
    await browser.close()
    await close()
  }
}

type Line = readonly [string, number, string]

const messages = 10_000

const tabs = 30

async function initialScripts(browser: Browser, longhand: Longhand): Promise<number> {
  const page = await browser.newPage()
  const size = await firstLoad(page, longhand)
  await page.close()
  return rounded(size)
}

/** N9: 10,000 messages, as they stand after they were condensed. */
async function longConversation(browser: Browser, longhand: Longhand): Promise<readonly Line[]> {
  const { conversation: id } = await longhand.api().import(JSON.stringify(transcript()), 'transcript')
  // What is so long is condensed while it is imported.
  if ((await longhand.api().receipts(id!)).length === 0) throw new Error('The long conversation was not condensed.')
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  const opened: number[] = []
  for (let turn = 0; turn < 7; turn++) opened.push(await interactive(page, longhand, id!))
  const fps = await scrollFps(page)
  await page.close()
  return [
    [
      `${messages.toLocaleString('en')} messages, to interactive (ms, median of ${opened.length})`,
      rounded(median(opened)),
      '≤ 800',
    ],
    ['scrolling through them (frames a second)', rounded(fps), '≥ 58'],
  ]
}

/** From the start of the navigation until the newest message is drawn and the page has time for a key. */
async function interactive(page: Page, longhand: Longhand, id: string): Promise<number> {
  await longhand.visit(page, `/c/${id}`)
  await page.locator(`#m${messages}`).waitFor()
  return page.evaluate(() => new Promise<number>(resolve => requestIdleCallback(() => resolve(performance.now()))))
}

async function scrollFps(page: Page): Promise<number> {
  return page.locator('.pages').evaluate(async element => {
    const seconds = 5
    let frames = 0
    for (const start = performance.now(); performance.now() - start < seconds * 1000; frames++) {
      await new Promise(requestAnimationFrame)
      element.scrollBy(0, -40)
    }
    return frames / seconds
  })
}

/** T7: from the key that sends until the bar shows another figure, in the page's own time. */
async function barAfterSending(browser: Browser, longhand: Longhand): Promise<readonly Line[]> {
  const { id } = await longhand.api().create()
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  await longhand.visit(page, `/c/${id}`)
  const field = page.getByRole('textbox', { name: /^Write a message/ })
  const times: number[] = []
  for (let turn = 0; turn < 40; turn++) {
    await field.fill(`Message ${turn} about the harbour and its ships.`)
    const changed = page.evaluate(nextChange)
    await field.press('Enter')
    times.push(await changed)
    // What is sent while an answer is written waits for it to end, and the bar with it.
    await page.locator(`#m${turn * 2 + 2}`).waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
  }
  await page.close()
  return [
    ['bar after sending (ms, median)', rounded(median(times)), '≤ 20'],
    ['bar after sending (ms, p95)', rounded(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!), '≤ 20'],
  ]
}

/** W6: of so many tabs that stay open, how many are answered. */
async function answeredTabs(browser: Browser, longhand: Longhand): Promise<number> {
  const context = await browser.newContext()
  const ask = async (): Promise<boolean> => {
    const { id } = await longhand.api().create()
    const page = await context.newPage()
    await longhand.visit(page, `/c/${id}`)
    await page.getByRole('textbox', { name: /^Write a message/ }).fill('Is anybody there?')
    await page.keyboard.press('Enter')
    await page.locator('#m2').waitFor()
    return true
  }
  let answered = 0
  for (let tab = 0; tab < tabs; tab++) if (await ask().catch(() => false)) answered++
  await context.close()
  return answered
}

/** Runs in the page: the time from the next Enter until the bar shows another figure. */
const nextChange = (): Promise<number> =>
  new Promise(resolve => {
    const figure = () => document.querySelector('.window-bar .figure')?.textContent
    const before = figure()
    let pressed = 0
    const press = (event: Event) => {
      if ((event as KeyboardEvent).key === 'Enter') pressed = performance.now()
    }
    addEventListener('keydown', press, { capture: true, once: true })
    // The whole page is watched: the bar may be drawn anew.
    new MutationObserver((_, observer) => {
      if (pressed === 0 || figure() === before) return
      observer.disconnect()
      resolve(performance.now() - pressed)
    }).observe(document.body, { characterData: true, childList: true, subtree: true })
  })

function transcript() {
  return Array.from({ length: messages }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content:
      at % 2 === 0
        ? `And what about this one? ${fillerText(8, at + 1)}`
        : `So it is with the **queue** and \`claim.ts\`. ${fillerText(10 + ((at * 7) % 90), at)}${at % 14 === 1 ? code : ''}`,
  }))
}

const code = '\n\n```ts\nconst a = 1\nconst b = 2\n```\n\n- one\n- two\n'

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

const rounded = (figure: number): number => Math.round(figure * 10) / 10
