import { relative } from 'node:path'

/**
 * The tests of a report that failed, a line each: where, which, and the first line of why.
 * @typedef {{ fullName: string, status: string, failureMessages?: readonly string[] }} VitestTest
 * @typedef {{ testResults: readonly { name: string, status: string, message?: string, assertionResults: readonly VitestTest[] }[] }} VitestReport
 * @param {VitestReport} report
 * @param {string} root
 * @returns {string[]}
 */
export function vitestFailures({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(test => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`✗ ${line(file, 'cannot be run', message)}`]
    return failed.map(test => `✗ ${line(file, test.fullName, test.failureMessages?.[0])}`)
  })
}

/**
 * A test that failed once passes, and is named aloud: it has met a fault or a slow machine.
 * @param {VitestReport} report
 * @param {string} root
 */
export const vitestSecondTries = ({ testResults }, root) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(test => secondTry(line(relative(root, name), test.fullName, test.failureMessages?.[0]))),
  )

/**
 * @typedef {{ error?: { message?: string } }} PlaywrightResult
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests: readonly { status: string, results: readonly PlaywrightResult[] }[] }} PlaywrightSpec
 * @typedef {{ specs?: readonly PlaywrightSpec[], suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @param {PlaywrightSuite} report
 */
export const playwrightFailures = report => playwrightLines(report, 'unexpected').map(text => `✗ ${text}`)

/** @param {PlaywrightSuite} report */
export const playwrightSecondTries = report => playwrightLines(report, 'flaky').map(secondTry)

/** @param {PlaywrightSuite} report @param {'unexpected' | 'flaky'} wanted @returns {string[]} */
function playwrightLines({ specs = [], suites = [] }, wanted) {
  const here = specs.flatMap(({ title, file, line: at, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => line(`e2e/${file}:${at}`, title, results.find(({ error }) => error)?.error?.message)),
  )
  return [...here, ...suites.flatMap(suite => playwrightLines(suite, wanted))]
}

/** @param {string} text */
const secondTry = text => `! passed only at the second try: ${text}`

/** @param {string} place @param {string} name @param {string} [why] */
const line = (place, name, why = '') => `${place} › ${name}${why === '' ? '' : `: ${plain(why).split('\n')[0]}`}`

/** Without the colours of a terminal. @param {string} text */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour starts with one.
const plain = text => text.replace(/\u001b\[[0-9;]*m/g, '')
