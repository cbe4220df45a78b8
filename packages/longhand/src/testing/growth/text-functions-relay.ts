import { layoutOf } from '../../core/layout.ts'
import type { Message } from '../../core/message.ts'
import { runToEnd } from '../../core/steps.ts'
import { viewOf } from '../../core/view.ts'
import { canonicalJson } from '../../relay/canonical-json.ts'
import { encode } from '../../relay/edit-bytes.ts'
import { conversationFor, endsOf, hintIn, hintKey } from '../../relay/find-place.ts'
import { hashOf } from '../../relay/hash-of.ts'
import { hearAnswer } from '../../relay/hear-answer.ts'
import { readHeldMeta, systemKey } from '../../relay/held-answer.ts'
import { createItemCache } from '../../relay/item-cache.ts'
import { newMessages } from '../../relay/new-entries.ts'
import { outputOf } from '../../relay/output-of.ts'
import { countKnown, digestOf, digestsOf } from '../../relay/part-digest.ts'
import { blockPieces } from '../../relay/protocol.ts'
import { anthropicProtocol } from '../../relay/protocol-anthropic.ts'
import { openaiChatProtocol } from '../../relay/protocol-openai-chat.ts'
import { readRequest } from '../../relay/read-request.ts'
import { scanObject } from '../../relay/scan-object.ts'
import { spliceView } from '../../relay/splice-view.ts'
import { tokensIn } from '../../relay/tokens-in.ts'
import { createTrailRoots, trailOf, trailRoot, trailSteps } from '../../relay/trail.ts'
import { toAnthropic } from '../../wire/anthropic.ts'
import { flatJson } from '../../wire/flat-json.ts'
import { toOpenAIChat } from '../../wire/openai-chat.ts'
import { conversationOf, shortMessages, type TextFunctions } from './text-function.ts'

/** What the relay does with the requests and answers of strangers. */
export const relayFunctions: TextFunctions = {
  'relay/canonical-json.ts canonicalJson': text => canonicalJson({ [text]: text.split('\n') }),
  'relay/edit-bytes.ts encode': text => encode(text),
  'relay/find-place.ts conversationFor': text => conversationFor(text, text),
  'relay/find-place.ts hintKey': text => hintKey(text),
  'relay/find-place.ts hintIn': text => hintIn({ relay: { hint: text } }),
  'relay/held-answer.ts readHeldMeta': text => readHeldMeta({ view: text, system: text }),
  'relay/held-answer.ts systemKey': text => systemKey([text]),
  'relay/hash-of.ts hashOf': text => hashOf(text),
  'relay/part-digest.ts digestsOf': text => conversationOf(text).map(digestsOf),
  'relay/part-digest.ts digestOf': text =>
    conversationOf(text).map(({ role, parts }) => parts.map(part => digestOf(role, part))),
  'relay/part-digest.ts countKnown': text => conversationOf(text).map(countKnown),
  'relay/protocol.ts blockPieces': text => [...blockPieces(text.split('\n'), () => [])],
  'relay/scan-object.ts scanObject': text => scanObject(encode(text)),
  'relay/scan-object.ts scanObject, of an object': text =>
    scanObject(encode(`{"a":${JSON.stringify(text)},"b":[${text}]}`)),
  'wire/flat-json.ts flatJson': text => flatJson(text, 3),
  'relay/output-of.ts outputOf': text => outputOf({ text }),
  'relay/tokens-in.ts tokensIn': text => tokensIn(text),
  'relay/trail.ts trailRoot': text => trailRoot(text, text),
  'relay/trail.ts createTrailRoots': text => createTrailRoots(text)(text),
  'relay/hear-answer.ts hearAnswer': text => {
    const heard = hearAnswer(anthropicProtocol, { form: 'events', onFault: () => {} })
    for (let at = 0; at < text.length; at += 1 + (text.length >> 6))
      heard.push(encode(text.slice(at, at + 1 + (text.length >> 6))))
    return heard.end()
  },
}

export const relayMessageFunctions: TextFunctions = {
  'relay/trail.ts trailOf': text => trailOf('root', shortMessages(text).flatMap(digestsOf)),
  'relay/trail.ts trailSteps': text => runToEnd(trailSteps('root', shortMessages(text).flatMap(digestsOf))),
  'relay/new-entries.ts newMessages': text => stored(shortMessages(text)),
  'relay/splice-view.ts spliceView': text => spliced(shortMessages(text)),
  'relay/splice-view.ts spliceView, of blocks': text =>
    spliced(shortMessages(text).map(({ parts }) => ({ role: 'user', parts }))),
}

function stored(messages: readonly Message[]) {
  const body = encode(JSON.stringify({ messages: toOpenAIChat(messages) }))
  return read(body, openaiChatProtocol)
}

function read(bytes: Uint8Array, protocol: typeof openaiChatProtocol) {
  const request = readRequest({ bytes, members: scanObject(bytes), protocol }, { cache: createItemCache() })
  if ('leftAlone' in request) return null
  const trail = trailOf('root', request.parts)
  return { request, trail, ends: endsOf(request), messages: newMessages(request, { from: 0, trail }) }
}

/** A request most of which is folded. */
function spliced(messages: readonly Message[]) {
  const found = read(encode(JSON.stringify(toAnthropic(messages))), anthropicProtocol)
  if (found === null) return null
  const entries = found.messages.map(
    ({ id, message }, at) => ({ type: 'message', id, message, depth: at + 1, number: at + 1, count: 1 }) as const,
  )
  const span = { from: 2, to: Math.max(2, entries.length - 2) }
  const fold = { type: 'summary', span, kept: [], text: 'Old.', tag: 'summary', count: 1 } as const
  const branch = [
    ...entries,
    {
      ...({ type: 'compaction', id: 'c', version: 1, base: null, edits: null } as const),
      depth: entries.length + 1,
      folds: [fold],
    },
  ]
  const layout = layoutOf(branch)
  return spliceView(found.request, found.trail, { branch, layout, view: viewOf(layout), newest: [] })
}
