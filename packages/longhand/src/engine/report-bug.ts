import { LonghandError } from '../core/errors.ts'
import type { Engine } from './engine.ts'
import type { BugEvent } from './ports/events.ts'

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
