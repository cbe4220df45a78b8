import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { missingServerFlags, serverEnvironment } from '../apps/server/src/node-settings.mjs'
import { isDatabaseStale, makeDatabase } from './database.mjs'
import { endWithParent } from './end-with-parent.mjs'
import { ensureInstalled } from './install.mjs'
import { keepServing } from './keep-serving.mjs'
import { root } from './root.mjs'
import { startHelp } from './start-help.mjs'
import { buildPage, isPageStale } from './web.mjs'

// npm start: installs what is missing, builds the page if its sources are newer, and hands the terminal to the server.
const answer = startHelp(process.argv.slice(2))
if (answer !== null) {
  console.log(answer)
  process.exit()
}
endWithParent()
const server = join(root, 'apps/server/src/main.ts')
if (!existsSync(server)) stop('There is no server to start yet: apps/server/src/main.ts is missing.')
ensureInstalled()
if (isPageStale()) await build()
// For the next start on new data. By then the server is up, and nobody waits for either.
else if (isDatabaseStale()) setTimeout(() => makeDatabase().catch(() => {}), 30_000).unref()
process.exitCode = await keepServing([...missingServerFlags(), server, ...process.argv.slice(2)], {
  variables: serverEnvironment,
})

async function build() {
  console.log('Building the page…')
  const [{ code, output }] = await Promise.all([buildPage(), makeDatabase()])
  if (code !== 0) stop(`${output}\nThe page does not build; the reason is above.`)
}

/** @param {string} sentence */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
