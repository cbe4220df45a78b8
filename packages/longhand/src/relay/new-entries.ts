import type { Message, Part, Role } from '../core/message.ts'
import { runToEnd, type Steps } from '../core/steps.ts'
import { countKnown } from './part-digest.ts'
import { type ClientRequest, messagesFrom } from './read-request.ts'

/** A message of a request that is to be stored, under the trail at its last part. */
export type TrailMessage = { readonly id: string; readonly message: Message }

/** Where a request is read from, and the names of its parts. */
export type NewFrom = { readonly from: number; readonly trail: readonly string[] }

/**
 * What a request says from a part on, as messages to store: what one role says in a row is one message, wherever the
 * client's own messages begin and end. The system's words are not among them: they are sent anew with every request.
 */
export const newMessages = (request: ClientRequest, from: NewFrom): readonly TrailMessage[] =>
  runToEnd(newMessagesSteps(request, from))

/** The same in steps. */
export function* newMessagesSteps(request: ClientRequest, { from, trail }: NewFrom): Steps<readonly TrailMessage[]> {
  const first = request.pieces.findIndex(piece => piece.from >= from)
  if (first < 0) return []
  const found: TrailMessage[] = []
  let open: { readonly role: Role; readonly parts: Part[]; readonly after: number } | null = null
  let at = from
  const close = () => {
    // What holds nothing to know it by is empty, or reasoning that led to nothing.
    if (open !== null && at > open.after)
      found.push({ id: trail[at - 1]!, message: { role: open.role, parts: open.parts } })
    open = null
  }
  let read = 0
  for (const messages of messagesFrom(request, first)) {
    if (++read % perStep === 0) yield
    for (const message of messages) {
      if (message.role === 'system') continue
      if (open !== null && open.role !== message.role) close()
      open ??= { role: message.role, parts: [], after: at }
      for (const part of message.parts) open.parts.push(part)
      at += countKnown(message)
    }
  }
  close()
  return found
}

/** What is read between two turns of others. */
const perStep = 500
