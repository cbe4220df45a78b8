import { configDefaults, defineConfig } from 'vitest/config'

// Processes on a busy machine are late now and then: their second try passes, and npm test names it aloud. What failed
// a property has found something and has no second try, and neither has anything of the library.
const secondTry = { count: 1, condition: /^(?!Property failed)/ }

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'library', include: tests('packages,evals,bench,scripts') } },
      { extends: true, test: { name: 'programs', include: tests('apps,faults,examples'), retry: secondTry } },
    ],
  },
})

function tests(rooms: string): string[] {
  return [`{${rooms}}/**/*.test.{ts,tsx}`]
}
