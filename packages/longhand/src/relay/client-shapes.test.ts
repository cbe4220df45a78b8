import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { localOwner } from '../engine/ports/store.ts'
import { openMemory } from '../stores/memory/open.ts'
import { anthropicShapes } from '../testing/client-shapes/anthropic-shapes.ts'
import { type ClientShape, type ClientStep, clientSteps } from '../testing/client-shapes/client-shape.ts'
import { openaiChatShapes } from '../testing/client-shapes/openai-chat-shapes.ts'
import { openaiResponsesShapes } from '../testing/client-shapes/openai-responses-shapes.ts'
import type { Wire } from '../testing/fake-provider/wire.ts'
import { anthropicWire } from '../testing/fake-provider/wire-anthropic.ts'
import { openaiChatWire } from '../testing/fake-provider/wire-openai-chat.ts'
import { openaiResponsesWire } from '../testing/fake-provider/wire-openai-responses.ts'
import { openTestEngine, plainSummary, settle, type TestEngine } from '../testing/test-engine.ts'
import type { Protocol } from './protocol.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { createRelay, type Relay } from './relay.ts'
import type { RelayedRequest } from './relay-call.ts'
import { scanObject } from './scan-object.ts'

const sides: Readonly<Record<ClientShape['protocol'], { readonly protocol: Protocol; readonly wire: Wire }>> = {
  anthropic: { protocol: anthropicProtocol, wire: anthropicWire },
  'openai-chat': { protocol: openaiChatProtocol, wire: openaiChatWire },
  'openai-responses': { protocol: openaiResponsesProtocol, wire: openaiResponsesWire },
}

let it: TestEngine
let relay: Relay
beforeEach(async () => {
  const summarise = async () => ({ type: 'answered', text: plainSummary, finish: 'stop', usage: null }) as const
  it = await openTestEngine({
    ...{ storage: openMemory(), window: 6_000, reserve: 100 },
    policy: { keep: { by: 'messages', amount: 4 } },
    summariser: { model: 'plain', window: 100_000, summarise },
  })
  relay = createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })
})
afterEach(async () => settle(it))

type Exchange = { readonly given: string; readonly sent: string; readonly relayed: RelayedRequest }

async function send({ protocol, headers, body }: ClientShape, steps: readonly ClientStep[]): Promise<Exchange> {
  const given = JSON.stringify(body(steps))
  const bytes = Buffer.from(given)
  const relayed = await relay.open({
    ...{ owner: localOwner, protocol: sides[protocol].protocol, bytes, members: scanObject(bytes) },
    ...{ model: 'scripted', rename: null, client: headers['user-agent']!, header: name => headers[name] ?? null },
    ...{ summariser: 'server', signal: new AbortController().signal },
  })
  return { given, relayed, sent: Buffer.concat(relayed.body).toString() }
}

const itemsIn = ({ list }: Protocol, body: string): readonly string[] => {
  const bytes = Buffer.from(body)
  const { items } = scanObject(bytes)!.find(({ key }) => key === list)!
  return items!.map(({ from, to }) => bytes.subarray(from, to).toString())
}

/** What the model answered, as the client sends it back with its next step. */
function answerTo({ protocol: name, body }: ClientShape, step: number): Message {
  const { protocol } = sides[name]
  const [before, after] = [step, step + 1].map(many => itemsIn(protocol, JSON.stringify(body(clientSteps(many)))))
  const added = after!.slice(before!.length).map(item => [...protocol.readItem(JSON.parse(item), new Map())!])
  const messages = added.flatMap(pieces => pieces.flatMap(piece => piece.messages))
  const heard = messages.findIndex(({ role }) => role !== 'assistant')
  return { role: 'assistant', parts: messages.slice(0, heard).flatMap(({ parts }) => parts) }
}

/** A body without its conversation, which nothing may change. */
function frameOf({ list }: Protocol, body: string): readonly string[] {
  const bytes = Buffer.from(body)
  const { value } = scanObject(bytes)!.find(({ key }) => key === list)!
  return [bytes.subarray(0, value.from), bytes.subarray(value.to)].map(String)
}

/** What is sent, item by item: `=` as the client wrote it, `~` with less in it, `+` ours. The words of a summary are tested elsewhere. */
function printed(protocol: Protocol, { given, sent }: Exchange): readonly string[] {
  const own = new Set(itemsIn(protocol, given))
  const line = (item: string): string => {
    if (own.has(item)) return `= ${item}`
    return item.includes('<summary>')
      ? `+ ${item.replace(/<summary>.*<\/summary>/, '<summary>…</summary>')}`
      : `~ ${item}`
  }
  return itemsIn(protocol, sent).map(line)
}

const withoutMarks = (item: string): Json =>
  JSON.parse(item, (key, value) => (key === 'cache_control' ? undefined : value))

const shapes = { ...anthropicShapes, ...openaiChatShapes, ...openaiResponsesShapes }

test.each(Object.entries(shapes))(
  'H4.1, H4.2, H4.5 what %s sends is passed on as the golden file holds it, before and after a compaction',
  async (name, shape) => {
    const { protocol, wire } = sides[shape.protocol]
    const exchanges: Exchange[] = []
    for (let step = 1; step <= 16; step++) {
      const exchange = await send(shape, clientSteps(step))
      exchanges.push(exchange)
      await exchange.relayed.answered({ message: answerTo(shape, step), usage: null, id: null, complete: true })
      await settle(it)
    }
    const versions = exchanges.map(({ relayed: { state } }) =>
      state.type === 'kept' ? (state.compaction?.version ?? 0) : -1,
    )
    const conversations = exchanges.map(({ relayed: { state } }) => (state.type === 'kept' ? state.conversation : null))
    expect(new Set(conversations).size).toBe(1)
    for (const { given, sent } of exchanges) {
      expect(wire.problem(JSON.parse(sent))).toBeNull()
      expect(frameOf(protocol, sent)).toEqual(frameOf(protocol, given))
    }
    const folded = versions.findIndex(version => version > 0)
    for (const { given, sent } of exchanges.slice(0, folded)) expect(sent).toBe(given)
    // H4.7 until the next compaction it only grows.
    for (const [at, { sent }] of exchanges.entries()) {
      if (at <= folded || versions[at] !== versions[at - 1]) continue
      const [before, now] = [exchanges[at - 1]!.sent, sent].map(body => itemsIn(protocol, body).map(withoutMarks))
      expect(now!.slice(0, before!.length)).toEqual(before)
    }
    // H4.9 every word is kept, also what the client has blanked since.
    let stored = ''
    for await (const line of it.engine.storage.as(localOwner).export()) stored += line
    for (const { output, says } of clientSteps(16))
      for (const words of [JSON.stringify(output).slice(1, -1), says]) expect(stored).toContain(words)
    const [before, after] = [exchanges[folded - 1]!, exchanges[folded]!].map(exchange => printed(protocol, exchange))
    const page = ['before', '', ...before!.slice(0, 8), `= … ${before!.length} in all`, '', 'after', '', ...after!, '']
    await expect(page.join('\n')).toMatchFileSnapshot(`./client-shapes/${name}.golden.txt`)
  },
)
