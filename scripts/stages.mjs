import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture } from './command.mjs'
import { playwrightFailures, playwrightSecondTries, vitestFailures, vitestSecondTries } from './failures.mjs'
import { lockfileFaults } from './lockfile.mjs'
import { root } from './root.mjs'
import { atLeast, oneCheck, playwrightTally, vitestTally } from './tally.mjs'
import { buildPage } from './web.mjs'

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {{ tally: Tally, output: string, failures: readonly string[] }} Outcome
 */

const vitest = {
  count: vitestTally,
  /** @param {import('./failures.mjs').VitestReport} report */
  failures: report => vitestFailures(report, root),
  /** @param {import('./failures.mjs').VitestReport} report */
  loud: report => vitestSecondTries(report, root),
}
const playwright = { count: playwrightTally, failures: playwrightFailures, loud: playwrightSecondTries }

/** What `npm test` runs, in this order. @type {Record<string, () => Promise<Outcome>>} */
export const stages = {
  lockfile: async () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const faults = lockfileFaults(lock.packages)
    return { tally: oneCheck(faults.length), output: faults.join('\n'), failures: [] }
  },
  types: () => check(capture(['node_modules/typescript/bin/tsc', '-p', '.'])),
  lint: () => check(capture(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])),
  units: () =>
    reported(vitest, report =>
      capture([
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]),
    ),
  web: () => check(buildPage()),
  browser: () =>
    reported(playwright, report =>
      capture(['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      }),
    ),
}

/** The stages that have something to look at: all, once there is a page and a browser test for it. */
export const stageNames = Object.keys(stages).filter(name => {
  if (name === 'web') return existsSync(join(root, 'apps/web/index.html'))
  return name !== 'browser' || readdirSync(join(root, 'e2e')).some(file => file.endsWith('.spec.ts'))
})

/** @typedef {{ code: number, output: string }} Run */

/** @param {Promise<Run>} run @returns {Promise<Outcome>} */
async function check(run) {
  const { code, output } = await run
  return { tally: oneCheck(code), output, failures: [] }
}

/**
 * Runs a test runner that writes a JSON report; what passed and what failed is read from that report.
 * @template Counted, Named
 * @param {{ count: (report: Counted) => Tally, failures: (report: Named) => string[], loud: (report: Named) => string[] }} read
 * @param {(path: string) => Promise<Run>} run
 * @returns {Promise<Outcome>}
 */
async function reported(read, run) {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-test-'))
  try {
    const path = join(folder, 'report.json')
    const { code, output } = await run(path)
    const report = JSON.parse(readFileSync(path, 'utf8'))
    const said = [output, ...read.loud(report)].join('\n')
    return { tally: atLeast(read.count(report), code), output: said, failures: read.failures(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
