import type { Message, Part, Role } from '../core/message.ts'
import { digestsOf } from './part-digest.ts'
import { type ClientRequest, messagesFrom } from './read-request.ts'

/** A message of a request that is to be stored, under the trail at its last part. */
export type TrailMessage = { readonly id: string; readonly message: Message }

/**
 * What a request says from a part on, as messages to store: what one role says in a row is one message, wherever the
 * client's own messages begin and end. The system's words are not among them: they are sent anew with every request.
 */
export function newMessages(
  request: ClientRequest,
  { from, trail }: { readonly from: number; readonly trail: readonly string[] },
): readonly TrailMessage[] {
  const first = request.pieces.findIndex(piece => piece.from >= from)
  if (first < 0) return []
  const found: TrailMessage[] = []
  let open: { readonly role: Role; readonly parts: Part[] } | null = null
  let at = from
  const close = () => {
    // What holds nothing to know it by is empty, or reasoning that led to nothing.
    if (open !== null && digestsOf(open).length > 0) found.push({ id: trail[at - 1]!, message: open })
    open = null
  }
  for (const message of messagesFrom(request, first).flat()) {
    if (message.role === 'system') continue
    if (open !== null && open.role !== message.role) close()
    open ??= { role: message.role, parts: [] }
    open.parts.push(...message.parts)
    at += digestsOf(message).length
  }
  close()
  return found
}
