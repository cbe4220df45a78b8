import pino from 'pino'

/** One line of the log, made of our own words and figures. Never of what anyone said. */
export type Line = {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: string | number | null | readonly string[]
}

export type Log = (line: Line) => void

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Lines of JSON, to the error output: what programs print to the other one stays theirs. */
export function openLog(level: LogLevel, to: pino.DestinationStream = pino.destination(2)): Log {
  const logger = pino({ level, timestamp: pino.stdTimeFunctions.isoTime, formatters }, to)
  return ({ level, event, ...fields }) => logger[level](fields, event)
}

const formatters = { level: (label: string) => ({ level: label }) }

/** A bug, by its name and stack. Its message may quote what somebody said, so it is left out. */
export function bugLine(error: unknown): Line {
  const bug: NodeJS.ErrnoException = error instanceof Error ? error : new Error('no error')
  const { name, stack = '', code } = bug
  const at = stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim().slice(0, 200))
    .slice(0, 12)
  return { level: 'error', event: 'bug', name, code: code ?? null, at }
}
