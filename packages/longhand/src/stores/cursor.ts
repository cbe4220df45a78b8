import { LonghandError } from '../core/errors.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import { uuid } from './uuid.ts'

/** Where a page of conversations ended: the order is by time, and by id among equals. */
export const cursor = ({ updatedAt, id }: Pick<Conversation, 'updatedAt' | 'id'>): string => `${updatedAt}~${id}`

export function readCursor(text: string): { readonly at: number; readonly id: string } {
  const [at, id] = text.split('~')
  if (id !== undefined && /^\d{1,15}$/.test(at!)) return { at: Number(at), id: uuid(id) }
  throw new LonghandError('bad-request', 'This is not a valid page cursor. Start again from the first page.')
}
