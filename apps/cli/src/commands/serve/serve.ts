import { createServer, endBySignal } from '@longhand/server'
import { readAddress } from '@longhand/server/address'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { builtPage } from '../../server/connection.ts'
import { printError, printJson, printLine } from '../../text/print.ts'
import * as wording from '../../words/serve.ts'

/** Serves until a signal. */
export async function serve({ json, ...flags }: ServerFlags & { readonly json?: true }): Promise<ExitCode> {
  const environment = await environmentOf(flags)
  const running = await readAddress(environment)
  if (running !== null) {
    printError(wording.alreadyOpen(running))
    return 3
  }
  const server = await createServer({
    ...{ ...environment, ...builtPage() },
    databaseAway: 'wait',
    progress: sentence => printError(sentence),
  })
  const address = server.newAddress()
  if (json) printJson({ url: server.url, address, data: environment.folder })
  else printLine(wording.isAt(address))
  return endBySignal(server)
}
