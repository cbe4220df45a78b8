import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** W7 axe finds nothing serious on what the page shows now; with rules, by these alone. */
export async function expectNoSeriousViolations(page: Page, screen: string, rules: string[] = []): Promise<void> {
  // Colours are looked at when nothing fades any more.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
  })
  // One frame, so nothing has to be gathered from others in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
