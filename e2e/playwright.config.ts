import { defineConfig } from '@playwright/test'
import { chromiumPath } from './browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Each has a server of its own and waits half the time, so two keep two cores busy.
  workers: 2,
  // A second try passes, and npm test names it aloud: luck is not to be hidden, nor to turn everything down.
  retries: 1,
  timeout: 30_000,
  // A machine that does other things too is slow, not wrong. Where time is the promise, the test measures it.
  expect: { timeout: 15_000 },
  use: {
    launchOptions: { executablePath: await chromiumPath() },
    screenshot: 'only-on-failure',
  },
})
