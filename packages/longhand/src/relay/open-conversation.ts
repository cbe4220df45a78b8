import type { Message } from '../core/message.ts'
import { personText } from '../core/person-text.ts'
import type { Steps } from '../core/steps.ts'
import type { Scope } from '../engine/engine.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
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
  const title = titleOf(await runSteps(lastWords(request)))
  const { settings } = await scope.store.conversations.create({
    id: scope.conversation,
    model: call.model,
    settings: { relay: { client: call.client, protocol: call.protocol.name, hint: hintKey(hint) } },
    ...(title === null ? {} : { title }),
  })
  return hintIn(settings) === hintKey(hint)
}

/** What the person said last before the first answer; empty when that is nothing. */
function* lastWords(request: ClientRequest): Steps<string> {
  const end = openingOf(request.parts)
  const said: Message[] = []
  let at = 0
  for (const messages of messagesFrom(request, 0)) {
    const { from, to } = request.pieces[at++]!
    if (to > end) break
    if (at % perStep === 0) yield
    if (from < to) said.push(...messages)
  }
  for (const [index, message] of said.reverse().entries()) {
    if (index % perStep === perStep - 1) yield
    // A title is short: the first of very many parts tell it.
    const words = personText({ ...message, parts: message.parts.slice(0, perStep) })
    if (words !== '') return words
  }
  return ''
}

/** What is read between two turns of others. */
const perStep = 500
