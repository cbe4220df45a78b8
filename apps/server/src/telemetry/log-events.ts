import { gateReasons, measuredRetention } from 'longhand/internal/core'
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
    case 'turn':
      return { level: levelOf(event.outcome, 'warn'), event: 'turn', outcome: event.outcome, ms: event.ms }
    case 'step': {
      const { outcome, usage, ms, reason } = event
      const { input = null, output = null } = usage ?? {}
      return { level: outcome === 'failed' ? 'warn' : 'debug', event: 'step', outcome, reason, input, output, ms }
    }
    case 'compaction': {
      const { id, phase, trigger, strategy, reason, receipt } = event
      const level = phase === 'started' ? 'debug' : levelOf(phase, 'error')
      const line: Line = { level, event: 'compaction', id, phase, trigger, strategy, reason }
      if (receipt === null) return { ...line, ms: null }
      const { before, after, method, warnings, durationMs: ms } = receipt
      const warned = warnings.length === 0 ? {} : ({ level: 'warn', warnings: warnings.join(' ') } as const)
      return { ...line, before, after, retention: measuredRetention(receipt), method, ...warned, ms }
    }
    case 'preparation': {
      const { id, outcome, reason } = event
      // A draft that was turned down ahead of need costs nobody anything: it is written again, or an extract takes its place.
      const failure = gateReasons.some(one => one === reason) ? 'warn' : 'error'
      return { level: levelOf(outcome, failure), event: 'preparation', id, outcome, reason }
    }
    case 'checkpoint': {
      const { kind, outcome, reason } = event
      return { level: levelOf(outcome, 'error'), event: 'checkpoint', kind, outcome, reason }
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

const levelOf = (outcome: string, failure: 'warn' | 'error'): Line['level'] => (outcome === 'failed' ? failure : 'info')
