import { readAddress } from '@longhand/server/address'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { printError, printLine } from '../../text/print.ts'
import * as wording from '../../words/open.ts'

/** Prints an address of the server that runs; starts none, because its address would end with this program. */
export async function openPage(flags: ServerFlags): Promise<ExitCode> {
  const environment = await environmentOf(flags)
  if ((await readAddress(environment)) === null) {
    printError(wording.noServer)
    return 3
  }
  printLine(await withServer(environment, async ({ api }) => (await api.newAddress()).address))
  return 0
}
