import type { Locator, Page } from '@playwright/test'
import { expect, type Longhand, test } from './longhand.ts'
import { cards } from './steps.ts'

const long = 'Every line of this message is long enough to reach the right edge of the sheet, where the buttons are. '

/** Messages whose first and last lines are full, with an edited one among them. */
async function openMessages(page: Page, longhand: Longhand): Promise<void> {
  const messages = [long, long, 'Short.', long.repeat(6), long, long].map((content, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content,
  }))
  const { conversation: id } = await longhand.api().import(JSON.stringify(messages), 'transcript')
  await longhand.visit(page, `/c/${id}`)
  await expect(cards(page)).toHaveCount(messages.length)
}

/** The words of any message that the buttons of this one cover. */
const covered = (card: Locator): Promise<readonly string[]> =>
  card.evaluate(element => {
    const bar = element.querySelector('.card-actions')!.getBoundingClientRect()
    const meets = (box: DOMRect) =>
      box.width > 0 && box.left < bar.right && bar.left < box.right && box.top < bar.bottom && bar.top < box.bottom
    const found: string[] = []
    for (const one of document.querySelectorAll('.card :is(.card-margin, .prose, .card-figures)')) {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        const isShown = texts.currentNode.parentElement!.checkVisibility({ visibilityProperty: true })
        if (isShown && [...range.getClientRects()].some(meets)) found.push(range.toString())
      }
    }
    return found
  })

const boxes = (page: Page) => cards(page).evaluateAll(all => all.map(one => one.getBoundingClientRect().top))

test.use({ viewport: { width: 1280, height: 1400 } })

test('W11 the buttons of a message cover no words, its own or another’s, and nothing moves', async ({
  page,
  longhand,
}) => {
  await openMessages(page, longhand)
  const before = await boxes(page)
  for (const card of await cards(page).all()) {
    await card.hover()
    await expect(card.locator('.card-actions')).toBeVisible()
    expect(await covered(card)).toEqual([])
  }
  expect(await boxes(page)).toEqual(before)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 1800 }, hasTouch: true, isMobile: true })

  test('W11 the buttons of a message cover no words on a phone either', async ({ page, longhand }) => {
    await openMessages(page, longhand)
    for (const card of await cards(page).all()) {
      await card.locator('.prose').tap()
      await expect(card.locator('.card-actions')).toBeVisible()
      expect(await covered(card)).toEqual([])
      const bar = await card.locator('.card-actions').boundingBox()
      expect(bar!.x).toBeGreaterThanOrEqual(0)
    }
  })
})
