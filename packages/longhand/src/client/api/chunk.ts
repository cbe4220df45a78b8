import type { CompactionProgress } from '../../core/answer-parts.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { DisplayEntry, ErrorResponse } from './contract.ts'

/** The parts of an AI SDK UI message stream that a screen uses; all others are ignored. */
export type Chunk =
  | { readonly type: 'start-step' | 'reset-step' | 'finish' | 'abort' }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-start'; readonly toolCallId: string; readonly toolName: string }
  | {
      readonly type: 'tool-input-available' | 'tool-input-error'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: unknown
      readonly errorText?: string
    }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: 'tool-output-denied'; readonly toolCallId: string }
  | { readonly type: 'data-failure'; readonly data: ErrorResponse }
  | { readonly type: 'data-wait'; readonly data: ProviderWait }
  | { readonly type: 'data-warning'; readonly data: { readonly sentence: string } }
  | { readonly type: 'data-entry'; readonly data: DisplayEntry }
  | { readonly type: 'data-context'; readonly data: WindowStatus }
  | { readonly type: 'data-compaction'; readonly data: CompactionProgress }

/** A provider that did not answer is asked again later. */
export type ProviderWait = { readonly reason: 'rate-limited' | 'overloaded' | 'unavailable'; readonly until: string }

/** The chunk in a line of the stream, or null: the end mark, or not JSON. */
export function parseChunk(line: string): Chunk | null {
  if (line === '[DONE]') return null
  try {
    const chunk = JSON.parse(line)
    return typeof chunk?.type === 'string' ? chunk : null
  } catch {
    return null
  }
}
