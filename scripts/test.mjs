import { ensureInstalled } from './install.mjs'
import { stageNames, stages } from './stages.mjs'
import { oneCheck, sum, tallyLine } from './tally.mjs'

/** @typedef {import('./tally.mjs').Tally} Tally */

// npm test: all stages, or those named (npm test -- types units). The last lines name what failed and sum up.
const names = process.argv.length > 2 ? process.argv.slice(2) : stageNames
const unknown = names.filter(name => !Object.hasOwn(stages, name))
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}. Name one or more of: ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

/** @type {Tally[]} */
const tallies = []
/** @type {string[]} */
const failed = []
for (const name of names) {
  // A lockfile that cannot be installed is best explained before npm tries.
  if (name !== 'lockfile') ensureInstalled()
  tallies.push(await runStage(name))
}
const total = sum(tallies)
console.log(`\n${[...failed, tallyLine(total)].join('\n')}`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {string} name @returns {Promise<Tally>} */
async function runStage(name) {
  const started = performance.now()
  const run = /** @type {() => Promise<import('./stages.mjs').Outcome>} */ (stages[name])
  const broken = (/** @type {Error} */ error) => ({ tally: oneCheck(1), output: String(error.stack), failures: [] })
  const { tally, output, failures } = await run().catch(broken)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${tally.failed > 0 ? '✗' : '✓'} ${name.padEnd(9)} ${seconds.padStart(6)} s  ${tallyLine(tally)}`)
  const shown = tally.failed > 0 ? output : loud(output)
  if (shown !== '') console.log(`${shown}\n`)
  failed.push(...failures)
  return tally
}

/** What a stage wants to be read although it passed: its lines that start with an exclamation mark. @param {string} output */
function loud(output) {
  return output
    .split('\n')
    .filter(line => line.startsWith('! '))
    .join('\n')
}
