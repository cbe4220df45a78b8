import { createServer } from '@longhand/server'
import { readAddress } from '@longhand/server/address'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { builtPage } from '../../server/connection.ts'

/** Serves until a signal. A second signal, or a shutdown that hangs, ends it at once. */
export async function serve({ json, ...flags }: ServerFlags & { readonly json?: true }): Promise<ExitCode> {
  const environment = await environmentOf(flags)
  const running = await readAddress(environment)
  if (running !== null) {
    console.error(`longhand: A server has this data open already, at ${running}.`)
    return 3
  }
  const server = await createServer({ ...environment, ...builtPage(), progress: sentence => console.error(sentence) })
  const address = server.newAddress()
  console.log(
    json ? JSON.stringify({ url: server.url, address, data: environment.folder }) : `Longhand is at ${address}`,
  )
  await nextSignal()
  const late = setTimeout(() => process.exit(1), shutdownMs)
  void nextSignal().then(() => process.exit(1))
  await server.close()
  clearTimeout(late)
  process.exit(0)
}

const shutdownMs = 15_000

const nextSignal = (): Promise<void> =>
  new Promise(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve())
  })
