import type { Cue } from './cues.ts'
import type { Quote } from './quote.ts'

/** What makes a line a sentence that should survive, judged by who says it as well. */
export function cueOf({ line, kind, origin }: Quote): Cue | null {
  // Notes of programs speak of rules and errors that nobody here has made.
  if (origin.speaker === 'program') return null
  if (kind === 'output') return line.isError ? 'error' : null
  if (origin.call !== null) return null
  const demand = kind === 'said' && origin.speaker === 'person' ? line.demand : null
  return demand ?? (line.isDecision ? 'decision' : null)
}

/** Whether a line of tool output is an injection: it is neither quoted nor missed. */
export const isPlanted = ({ kind, line }: Pick<Quote, 'kind' | 'line'>): boolean =>
  kind === 'output' && line.isInjection
