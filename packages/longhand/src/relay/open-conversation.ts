import { personText } from '../core/person-text.ts'
import type { Scope } from '../engine/engine.ts'
import { hintIn, hintKey, openingOf } from './find-place.ts'
import type { Protocol } from './protocol.ts'
import { type ClientRequest, messagesFrom } from './read-request.ts'

/** What is known of a conversation that a client begins. */
export type NewRelayed = {
  readonly call: { readonly model: string; readonly client: string; readonly protocol: Protocol }
  readonly hint: string
  readonly request: ClientRequest
  readonly titleOf: (text: string) => string | null
}

/**
 * Creates the conversation that a request begins, named after what the person said last before the first answer. Answers
 * whether it is this request's: one that begins alike, with another hint, may have created it a moment ago.
 */
export async function openConversation(scope: Scope, { call, hint, request, titleOf }: NewRelayed): Promise<boolean> {
  const lead = request.pieces.filter(({ from, to }) => from < to && to <= openingOf(request.parts))
  const said = messagesFrom(request, 0)
    .filter((_, at) => lead.some(({ index }) => index === at))
    .flat()
  const words = said.map(personText).filter(text => text !== '')
  const title = titleOf(words.at(-1) ?? '')
  const { settings } = await scope.store.conversations.create({
    id: scope.conversation,
    model: call.model,
    settings: { relay: { client: call.client, protocol: call.protocol.name, hint: hintKey(hint) } },
    ...(title === null ? {} : { title }),
  })
  return hintIn(settings) === hintKey(hint)
}
