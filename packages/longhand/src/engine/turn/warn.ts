import type { ErrorCode } from '../../core/errors.ts'
import type { Turn } from './turn.ts'

/** Tells whoever reads an answer of something that does not end it. */
export function warn({ feed, scope }: Turn, code: ErrorCode, sentence: string): void {
  const { engine, owner, conversation } = scope
  feed.push({ type: 'data-warning', data: { code, sentence }, transient: true })
  engine.onEvent({ type: 'warning', owner, conversation, code, sentence })
}
