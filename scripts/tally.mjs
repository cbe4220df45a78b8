/**
 * How many checks passed, failed and were skipped.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/** A stage that reports nothing but its exit code is one check. @param {number} code @returns {Tally} */
export const oneCheck = code => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

/**
 * @typedef {{ status: string, assertionResults: readonly { status: string }[] }} VitestFile
 * @param {{ testResults: readonly VitestFile[] }} report
 * @returns {Tally}
 */
export function vitestTally({ testResults }) {
  return sum(
    testResults.map(({ status, assertionResults }) => {
      const passed = assertionResults.filter(test => test.status === 'passed').length
      const failed = assertionResults.filter(test => test.status === 'failed').length
      // A file that cannot be loaded, or fails around its tests, has failed although none of its tests has.
      const broken = status === 'failed' && failed === 0 ? 1 : 0
      return { passed, failed: failed + broken, skipped: assertionResults.length - passed - failed }
    }),
  )
}

/**
 * A flaky test passed at its second try: it counts, and the stage names it aloud.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Tally}
 */
export const playwrightTally = ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
})

/** A run that ends badly has at least one failure, whatever its report says. @param {Tally} tally @param {number} code @returns {Tally} */
export const atLeast = (tally, code) => (code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally)

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const sum = tallies => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
})

/** @param {Tally} tally */
export const tallyLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
