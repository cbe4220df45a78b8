import { createServer, endBySignal } from '@longhand/server'
import { readAddress } from '@longhand/server/address'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { builtPage } from '../../server/connection.ts'
import * as wording from '../../words/serve.ts'

/** Serves until a signal. */
export async function serve({ json, ...flags }: ServerFlags & { readonly json?: true }): Promise<ExitCode> {
  const environment = await environmentOf(flags)
  const running = await readAddress(environment)
  if (running !== null) {
    console.error(wording.alreadyOpen(running))
    return 3
  }
  const server = await createServer({
    ...{ ...environment, ...builtPage() },
    databaseAway: 'wait',
    progress: sentence => console.error(sentence),
  })
  const address = server.newAddress()
  console.log(json ? JSON.stringify({ url: server.url, address, data: environment.folder }) : wording.isAt(address))
  return endBySignal(server)
}
