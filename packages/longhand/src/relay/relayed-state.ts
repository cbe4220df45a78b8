import type { Snapshot } from '../engine/snapshot.ts'
import type { RelayState } from './relay-call.ts'

/** What a client is told of its conversation. */
export function stateOf(conversation: string, { status, layout: { current } }: Snapshot): RelayState {
  const folded = current?.folds.reduce((sum, { span }) => sum + span.to - span.from + 1, 0) ?? 0
  const compaction = current === null ? null : { version: current.version, folded }
  return { type: 'kept', conversation, status: async () => status, compaction }
}

/** Bytes of a body. */
export const sizeOf = (body: readonly Uint8Array[]): number => body.reduce((sum, { length }) => sum + length, 0)
