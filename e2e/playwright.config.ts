import { defineConfig } from '@playwright/test'
import { chromiumPath } from './browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Two cores: more workers only wait for each other.
  workers: 1,
  timeout: 30_000,
  use: {
    launchOptions: { executablePath: await chromiumPath() },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
