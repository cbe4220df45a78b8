import { LonghandError } from 'longhand'
import { createServer } from './create-server.ts'
import { endBySignal } from './end-by-signal.ts'
import { wantsBrowser } from './environment.ts'
import { openBrowser } from './open-browser.ts'
import { readFlags } from './read-flags.ts'
import { startEnvironment } from './start-environment.ts'

/** The server of `npm start`: until a signal ends it, or a sentence says why it cannot begin. */
export async function serve(args: readonly string[]): Promise<void> {
  try {
    const server = await createServer({
      ...(await startEnvironment(process.env, readFlags(args))),
      progress: say,
      databaseAway: 'wait',
    })
    const address = server.newAddress()
    say(`Longhand is at ${address}`)
    void server.warmUp()
    if (wantsBrowser(process.env, process.stdout)) openBrowser(address)
    await endBySignal(server)
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function say(sentence: string): void {
  console.log(sentence)
}
