import type { EngineEvent } from 'longhand/internal/engine'
import { bugLine, type Line, type Log } from './log.ts'

/** E2 writes a line for every turn, compaction and checkpoint, and for what went wrong with them. */
export function logEvents(log: Log): (event: EngineEvent) => void {
  return event => {
    const line = lineOf(event)
    if (line !== null) log({ ...line, conversation: event.conversation })
  }
}

/**
 * Fields are named one by one: what a later version adds to an event is not logged by accident. The id of a turn is not
 * among them, because its sender chose it.
 */
function lineOf(event: EngineEvent): Line | null {
  switch (event.type) {
    case 'turn': {
      const { outcome, ms } = event
      return { level: outcome === 'failed' ? 'warn' : 'info', event: 'turn', outcome, ms }
    }
    case 'step': {
      const { outcome, usage, ms } = event
      const tokens = { input: usage?.input ?? null, output: usage?.output ?? null }
      return { level: outcome === 'failed' ? 'warn' : 'debug', event: 'step', outcome, ...tokens, ms }
    }
    case 'compaction': {
      const { id, phase, trigger, strategy, reason, receipt } = event
      const level = phase === 'failed' ? 'error' : phase === 'started' ? 'debug' : 'info'
      const { before, after, retention, durationMs, method } = receipt ?? {}
      const figures = receipt === null ? {} : { before: before!, after: after!, retention: retention!, method: method! }
      const ms = durationMs ?? null
      return { level, event: 'compaction', id, phase, trigger, strategy, reason, ...figures, ms }
    }
    case 'preparation': {
      const { id, outcome, reason } = event
      return { level: outcome === 'failed' ? 'error' : 'info', event: 'preparation', id, outcome, reason }
    }
    case 'checkpoint': {
      const { kind, outcome } = event
      return { level: outcome === 'failed' ? 'error' : 'info', event: 'checkpoint', kind, outcome }
    }
    case 'breaker':
      return { level: 'warn', event: 'breaker', state: event.state }
    case 'warning':
      return { level: 'warn', event: 'warning', code: event.code }
    case 'bug':
      return { ...bugLine(event.error), during: event.during }
    case 'status':
      return null
  }
}
