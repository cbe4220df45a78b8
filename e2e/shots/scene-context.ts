import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Longhand } from '../longhand.ts'

/** Where a scene is played: a page of one size, and what can be done on it whatever the size. */
export type SceneContext = {
  readonly page: Page
  readonly longhand: Longhand
  readonly size: Size
  /** Takes the pictures: light, then dark. */
  readonly shot: (name: string) => Promise<void>
  /** Opens a conversation and waits until it can be read; more may be a query or a hash. */
  readonly open: (id: string, more?: string) => Promise<void>
  /** Chooses an entry of the ⋯ of the conversation: on a phone the only way to most things. */
  readonly choose: (item: string) => Promise<void>
}

type Size = 'desktop' | 'phone'

type SceneOptions = {
  readonly browser: Browser
  readonly longhand: Longhand
  readonly size: Size
  /** Where the pictures go. */
  readonly folder: string
}

export async function openSceneContext({ browser, longhand, size, folder }: SceneOptions): Promise<SceneContext> {
  const page = await (await browser.newContext(sizes[size])).newPage()
  page.setDefaultTimeout(20_000)
  return {
    page,
    longhand,
    size,
    async shot(name) {
      // What slides has arrived, and what is read over the network is there.
      await page.waitForTimeout(400)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const path = join(folder, `${name}-${colorScheme}${size === 'phone' ? '-phone' : ''}.png`)
        await page.screenshot({ path, animations: 'disabled' })
        console.log(path)
      }
    },
    async open(id, more = '') {
      await longhand.visit(page, `/c/${id}${more}`)
      await page.locator('article.card, .blank-page').first().waitFor()
    },
    async choose(item) {
      await page.getByRole('button', { name: 'More about this conversation' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
  }
}

const sizes = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 },
} as const
