import { LonghandError } from '../core/errors.ts'
import type { Engine, Scope } from './engine.ts'
import { failureOf } from './failure.ts'
import type { BugEvent, EngineEvent } from './ports/events.ts'

/** Reports an exception that nobody expected, with its stack. A failure of the world is not one, and is told elsewhere. */
export function reportBug({ onEvent }: Pick<Engine, 'onEvent'>, error: unknown, at: BugPlace): void {
  if (error instanceof LonghandError) return
  onEvent({ type: 'bug', owner: at.owner ?? null, conversation: at.conversation ?? null, during: at.during, error })
}

export type BugPlace = {
  readonly during: BugEvent['during']
  readonly owner?: string
  readonly conversation?: string
}

/** Tells of something that went wrong and ends nothing: what was asked for is done. */
export function emitWarning({ engine, owner, conversation }: Scope, code: WarningCode, sentence: string): void {
  engine.onEvent({ type: 'warning', owner, conversation, code, sentence })
}

/** Tells of a summariser's failure, with what it threw, where a text was made without it. */
export function emitTrouble({ engine, owner, conversation }: Scope, { sentence, cause }: Trouble): void {
  engine.onEvent({ type: 'warning', owner, conversation, code: 'summariser-failed', sentence, cause })
}

type Trouble = { readonly sentence: string; readonly cause: unknown }

type WarningCode = Extract<EngineEvent, { type: 'warning' }>['code']

/** The same of an exception in what follows from a turn: a convenience, which must not look like a failed turn. */
export function warnOfError(scope: Scope, error: unknown): void {
  reportBug(scope.engine, error, { ...scope, during: 'turn' })
  const { code, sentence } = failureOf(error)
  emitWarning(scope, code, sentence)
}
