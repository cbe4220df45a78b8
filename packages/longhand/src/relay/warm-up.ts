import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import { encode } from './edit-bytes.ts'
import { createItemCache } from './item-cache.ts'
import { createItemChain } from './item-chain.ts'
import type { Protocol } from './protocol.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { type ClientRequest, type LeftAlone, readRequest } from './read-request.ts'
import { scanObject } from './scan-object.ts'
import { trailOf } from './trail.ts'

export const warmProtocols: readonly Protocol[] = [anthropicProtocol, openaiChatProtocol, openaiResponsesProtocol]

/**
 * Reads made-up requests, so that a process which was just started does not compile this code while a client waits for its
 * first long one. Nothing of them is remembered, and others get their turn in between.
 */
export async function warmUp(): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const protocol of warmProtocols) {
      const request = readMadeUp(protocol, round)
      if ('parts' in request) trailOf('', request.parts)
      await yieldToEventLoop()
    }
  }
}

/** So many that what runs often is compiled, in some tens of milliseconds altogether. */
const rounds = 12

/** A made-up request, as one that nobody has seen before is read. */
export function readMadeUp(protocol: Protocol, round: number): ClientRequest | LeftAlone {
  const items = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${round} ${at}\n`.repeat(250),
  }))
  const bytes = encode(JSON.stringify({ model: 'none', [protocol.list]: items }))
  return readRequest({ bytes, members: scanObject(bytes, createItemChain()), protocol }, createItemCache())
}
