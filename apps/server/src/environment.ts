import { homedir } from 'node:os'
import { join } from 'node:path'
import { LonghandError } from 'longhand'

/** What the environment says about how to start. */
export type Environment = {
  readonly folder: string
  readonly hostname: string
  /** Null takes the usual port, or the next that is free. */
  readonly port: number | null
  /** A Postgres to use in place of the embedded one. */
  readonly database: string | null
}

export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = (name: string): string | null => variables[name]?.trim() || null
  return {
    folder: given('LONGHAND_DATA') ?? join(homedir(), '.longhand'),
    hostname: given('HOST') ?? '127.0.0.1',
    port: portOf(given('PORT')),
    database: given('DATABASE_URL'),
  }
}

/** Whether a person sits in front of it who wants to see the page. */
export function wantsBrowser(variables: NodeJS.ProcessEnv, output: { readonly isTTY?: boolean }): boolean {
  return output.isTTY === true && !variables.CI && variables.BROWSER !== 'none'
}

function portOf(text: string | null): number | null {
  if (text === null) return null
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new LonghandError('bad-config', `PORT is ${text}; it must be a number from 0 to 65535, or left out.`)
}
