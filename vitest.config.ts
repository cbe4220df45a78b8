import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Processes on a busy machine are late now and then: their second try passes, and npm test names it aloud. What failed
// a property has found something and has no second try, and neither has anything of the library.
const secondTry = { count: 1, condition: /^(?!Property failed)/ }

/** The long ones first: a machine that has not seen them takes the largest file for the longest, and ends with one core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (/\/(?:faults|scripts)\//.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, '**/dist/**'],
    // For what never ends. A machine that is busy with other things is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    setupFiles: [new URL('./scripts/seed-properties.ts', import.meta.url).pathname],
    projects: [
      { extends: true, test: { name: 'library', include: tests('packages,parity,evals,bench,scripts') } },
      { extends: true, test: { name: 'programs', include: tests('apps,faults,examples'), retry: secondTry } },
    ],
  },
})

function tests(rooms: string): string[] {
  return [`{${rooms}}/**/*.test.{ts,tsx}`]
}
