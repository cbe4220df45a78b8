import { LonghandError } from 'longhand'
import { createServer } from './create-server.ts'
import { wantsBrowser } from './environment.ts'
import { openBrowser } from './open-browser.ts'
import { readFlags } from './read-flags.ts'
import { startEnvironment } from './start-environment.ts'

try {
  const server = await createServer({
    ...(await startEnvironment(process.env, readFlags(process.argv.slice(2)))),
    progress: say,
  })
  const address = server.newAddress()
  say(`Longhand is at ${address}`)
  if (wantsBrowser(process.env, process.stdout)) openBrowser(address)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(server.close))
} catch (error) {
  if (!(error instanceof LonghandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Storage that hangs must not keep the process alive for ever. */
async function end(close: () => Promise<void>): Promise<void> {
  const late = setTimeout(() => process.exit(1), 15_000)
  await close()
  clearTimeout(late)
  process.exit(0)
}

function say(sentence: string): void {
  console.log(sentence)
}
