import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import { localOwner } from '../engine/ports/store.ts'
import { createItemCache } from './item-cache.ts'
import { createItemChain } from './item-chain.ts'
import type { Protocol } from './protocol.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { type ClientRequest, type LeftAlone, type RequestBytes, readRequest } from './read-request.ts'
import type { RelayCall } from './relay-call.ts'
import { scanObject } from './scan-object.ts'
import { trailOf } from './trail.ts'

export const warmProtocols: readonly Protocol[] = [anthropicProtocol, openaiChatProtocol, openaiResponsesProtocol]

/**
 * Reads made-up requests and looks for them, so that a process which was just started does not compile this code, and its
 * store does not plan, while a client waits for its first long one. Nothing is stored, and others get their turn in between.
 */
export async function warmUp(look: (call: RelayCall) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const protocol of warmProtocols) {
      const request = readMadeUp(protocol, round)
      if ('parts' in request) trailOf('', request.parts)
      await yieldToEventLoop()
    }
  }
  for (const protocol of warmProtocols) await look(madeUpCall(protocol))
}

/** So many that what runs often is compiled, in some tens of milliseconds altogether. */
const rounds = 12

/** A made-up request, as one that nobody has seen before is read. */
export const readMadeUp = (protocol: Protocol, round: number): ClientRequest | LeftAlone =>
  readRequest(madeUpBytes(protocol, round), { cache: createItemCache() })

function madeUpBytes(protocol: Protocol, round: number): RequestBytes {
  const items = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${round} ${at}\n`.repeat(250),
  }))
  const bytes = Buffer.from(JSON.stringify({ model: 'none', [protocol.list]: items }))
  return { bytes, members: scanObject(bytes, createItemChain()), protocol }
}

const madeUpCall = (protocol: Protocol): RelayCall => ({
  ...madeUpBytes(protocol, rounds),
  ...{ owner: localOwner, model: 'none', rename: null, client: 'warm-up', header: () => null, summariser: 'server' },
  signal: new AbortController().signal,
})
