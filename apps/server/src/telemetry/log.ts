import pino from 'pino'

/** One line of the log: our own words and figures, never the content of conversations. */
export type Line = {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: string | number | null | readonly string[]
}

export type Log = (line: Line) => void

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes lines of JSON to standard error: standard output belongs to the program. */
export function openLog(level: LogLevel, to: pino.DestinationStream = pino.destination(2)): Log {
  const logger = pino({ level, timestamp: pino.stdTimeFunctions.isoTime, formatters }, to)
  return ({ level, event, ...fields }) => logger[level](fields, event)
}

const formatters = { level: (label: string) => ({ level: label }) }

/** A bug, by its name and stack. Its message may quote a conversation, so it is left out. */
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
