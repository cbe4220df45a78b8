import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,evals,bench,faults,examples,scripts}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    // Real processes on a busy machine are late now and then: their second try passes, and npm test names it aloud.
    // A property that failed has found something and has no second try.
    retry: { count: 1, condition: /^(?!Property failed)/ },
  },
})
