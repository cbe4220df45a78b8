import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { buildPage, isPageStale } from '../../scripts/web.mjs'
import { chromiumPath } from '../browser.ts'
import { startLonghand } from '../longhand.ts'
import { openSceneContext, type SceneContext } from './scene-context.ts'
import { scenes } from './scenes.ts'
import { seedConversations } from './seeded-conversations.ts'

// npm run shots -- --out DIR [--only WORDS]: every screen and state of the real page, light and dark, on a desktop and on
// a phone. `--only` is a regular expression over the names of the scenes.
const { out = 'shots', only = '' } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' } },
}).values

await mkdir(out, { recursive: true })
if (isPageStale()) await buildPage()
const { longhand, close } = await startLonghand()
const browser = await chromium.launch({ executablePath: await chromiumPath() })
try {
  const contexts = [
    await openSceneContext({ browser, longhand, size: 'desktop', folder: out }),
    await openSceneContext({ browser, longhand, size: 'phone', folder: out }),
  ]
  for (const [name, play] of Object.entries(scenes)) {
    if (!new RegExp(only).test(name)) continue
    // The first scene is of an empty house.
    if (name !== 'first-run') await seedConversations(longhand)
    const before = new Set((await longhand.api().conversations()).map(({ id }) => id))
    for (const context of contexts) {
      await playScene(name, play, context)
      const made = (await longhand.api().conversations()).filter(({ id }) => !before.has(id))
      for (const { id } of made) await longhand.api().delete(id)
    }
  }
} finally {
  await browser.close()
  await close()
}

async function playScene(
  name: string,
  play: (context: SceneContext) => Promise<void>,
  context: SceneContext,
): Promise<void> {
  try {
    await play(context)
  } catch (error) {
    console.error(`${name} on a ${context.size} did not play: ${error}`)
    process.exitCode = 1
  }
  await context.page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.page.context().setOffline(false)
  // A tab that is torn away looks like a crash, and the next scene would be asked about it.
  await context.page.goto('about:blank')
}
