import { parseArgs } from 'node:util'
import { LonghandError } from 'longhand'
import type { ConfigFlags } from './config/user-values.ts'

/** Each takes a value. `scripts/start-help.mjs` describes them. */
export const flagOptions = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  set: { type: 'string', multiple: true },
} as const

/** The flags of `npm start -- …`, the same as those of `longhand serve`. */
export function readFlags(args: readonly string[]): ConfigFlags {
  const { port, ...flags } = parse(args)
  return port === undefined ? flags : { ...flags, port: readPort(port) }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flagOptions }).values
  } catch {
    const known = Object.keys(flagOptions).map(name => `--${name}`)
    throw new LonghandError(
      'bad-config',
      `${args.join(' ')} cannot be read. The flags are ${known.join(', ')}, each with a value.`,
    )
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new LonghandError('bad-config', `--port ${text} must be a whole number from 0 to 65535.`)
}
