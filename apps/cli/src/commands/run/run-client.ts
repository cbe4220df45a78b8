import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { withoutServerEnvironment } from '@longhand/server/node-settings'
import { LonghandError } from 'longhand'
import { environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServerAddress } from '../../server/connection.ts'
import { printError } from '../../text/print.ts'
import * as wording from '../../words/run.ts'
import { clientVariables } from './client-variables.ts'

type RunFlags = ServerFlags & { readonly keepKeys?: true }

/** Runs a program until it ends. What it is given is said first, on standard error. */
export async function runClient(program: string, args: readonly string[], flags: RunFlags): Promise<number> {
  const { keepKeys, ...server } = flags
  const environment = await environmentOf(server)
  return withServerAddress(environment, async ({ url, token }) => {
    const given = clientVariables(process.env, { url, token, keys: keepKeys ? 'kept' : 'set' })
    printError(wording.starting(program, Object.keys(given).join(', '), url))
    return runToEnd(program, args, { ...withoutServerEnvironment(process.env), ...given })
  })
}

async function runToEnd(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // The terminal sends its signals to the program as well, which decides what they mean.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const child = spawn(program, args, { stdio: 'inherit', env })
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } catch (cause) {
    throw new LonghandError('not-found', wording.cannotStart(program), {
      cause,
    })
  }
}
