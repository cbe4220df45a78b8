import { afterEach, expect, test } from 'vitest'
import { messagesOf } from '../core/branch.ts'
import { type Message, textOf } from '../core/message.ts'
import type { Policy } from '../core/policy.ts'
import { cancelCompaction } from '../engine/compaction/compactor.ts'
import { undoCompaction } from '../engine/compaction/undo-compaction.ts'
import { scopeOf } from '../engine/engine.ts'
import { localOwner } from '../engine/ports/store.ts'
import type { Summarise } from '../engine/ports/summariser.ts'
import { readSnapshot } from '../engine/snapshot.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import type { JsonObject } from '../wire/json-object.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { createRelay, type Relay } from './relay.ts'
import type { RelayedRequest } from './relay-call.ts'
import { scanObject } from './scan-object.ts'

type Item = { role: 'user' | 'assistant'; content: string | JsonObject[] }

let it: TestEngine
let relay: Relay

async function open(window = 1_000_000, policy: Partial<Policy> = {}): Promise<void> {
  it = await openTestEngine({ storage: openMemory(), window, reserve: 100, policy })
  // As UUIDs: conversations are named by the engine's ids where a person has deleted one.
  const engine = { ...it.engine, newId: () => crypto.randomUUID() }
  relay = createRelay({ engine: () => engine, secret: 's', titleOf: text => text })
}
afterEach(async () => settle(it))

const bytesOf = (messages: readonly Item[]): Uint8Array =>
  new TextEncoder().encode(
    `{ "model": "m",\n "messages": ${JSON.stringify(messages, null, 1)} , "big": 12345678901234567890 }`,
  )

const scanned = (messages: readonly Item[]) => ({ bytes: bytesOf(messages), members: scanObject(bytesOf(messages)) })

type Sent = { readonly owner?: string; readonly session?: string; readonly model?: string }

/** Sends a request and waits until it is stored. */
async function send(messages: readonly Item[], more: Sent = {}): Promise<RelayedRequest> {
  const relayed = await pass(messages, more)
  await relayed.stored
  return relayed
}

const pass = (messages: readonly Item[], more: Sent = {}) =>
  relay.open({
    owner: more.owner ?? localOwner,
    protocol: anthropicProtocol,
    ...scanned(messages),
    model: more.model ?? 'scripted',
    rename: null,
    client: 'test',
    header: name => (name === 'session-id' ? (more.session ?? null) : null),
    summariser: 'server',
    signal: new AbortController().signal,
  })

const sentText = ({ body }: RelayedRequest): string => Buffer.concat(body).toString()
const sentItems = (relayed: RelayedRequest): readonly Item[] => JSON.parse(sentText(relayed)).messages

const answered = (relayed: RelayedRequest, text: string) =>
  relayed.answered({
    message: { role: 'assistant', parts: [{ type: 'text', text }] },
    usage: null,
    id: null,
    complete: true,
  })

const conversationOf = ({ state }: RelayedRequest): string => {
  if (state.type !== 'kept') throw new Error(state.reason)
  return state.conversation
}

async function storedIn(relayed: RelayedRequest): Promise<readonly Message[]> {
  const { branch } = await it.engine.storage.as(localOwner).entries.branch(conversationOf(relayed))
  return messagesOf(branch).map(({ message }) => message)
}

/** Turns of an agent that reads a file each time; the person goes on in the message that holds a result. */
function turns(many: number, length = 300): Item[] {
  const messages: Item[] = [{ role: 'user', content: 'Task: never touch main.' }]
  for (let at = 0; at < many; at++) {
    messages.push(
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: `hm ${at}`, signature: 'x' },
          { type: 'text', text: `Step ${at}.` },
          { type: 'tool_use', id: `toolu_${at}`, name: 'read', input: { path: `src/file${at}.ts` } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `toolu_${at}`, content: `line ${at} `.repeat(length / 8) },
          { type: 'text', text: `Go on with number ${at + 1}.` },
        ],
      },
    )
  }
  return messages
}

test('H4.12 what is asked once is passed on and not kept', async () => {
  await open()
  const relayed = await send([{ role: 'user', content: 'Give this chat a title.' }])
  expect(relayed.state).toEqual({ type: 'passed', reason: 'first-request' })
  expect(sentText(relayed)).toBe(
    Buffer.from(bytesOf([{ role: 'user', content: 'Give this chat a title.' }])).toString(),
  )
})

test('H4.1 where nothing is folded the body is the very bytes of the client, and every word is stored', async () => {
  await open()
  const messages = turns(3)
  const relayed = await send(messages)
  expect(sentText(relayed)).toBe(Buffer.from(bytesOf(messages)).toString())
  const stored = await storedIn(relayed)
  expect(stored.map(({ role }) => role)).toEqual(['user', ...Array(3).fill(['assistant', 'tool', 'user']).flat()])
  expect(stored[1]!.parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool-call'])
  expect(stored[2]!.parts[0]).toMatchObject({ type: 'tool-result', name: 'read', output: 'line 0 '.repeat(37) })
})

test('H4.10 a request that goes on adds what is new; one that is sent again adds nothing', async () => {
  await open()
  const first = await send(turns(2))
  await answered(first, 'Done.')
  const goesOn: Item[] = [...turns(2), { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Thanks.' }]
  const second = await send(goesOn)
  const again = await send(goesOn)
  expect([second, again].map(conversationOf)).toEqual([first, first].map(conversationOf))
  expect((await storedIn(again)).map(textOf).slice(-2)).toEqual(['Done.', 'Thanks.'])
  expect(await storedIn(again)).toHaveLength(9)
  const tips = await it.engine.storage.as(localOwner).branches.list(conversationOf(first))
  expect(tips).toHaveLength(1)
})

test('H4.10 an edit is a branch from the last words in common, and what was there stays', async () => {
  await open()
  const first = await send([...turns(2), { role: 'assistant', content: 'A.' }, { role: 'user', content: 'B?' }])
  const edited = await send([...turns(2), { role: 'assistant', content: 'A.' }, { role: 'user', content: 'C?' }])
  expect(conversationOf(edited)).toBe(conversationOf(first))
  expect((await storedIn(edited)).map(textOf).slice(-2)).toEqual(['A.', 'C?'])
  const tips = await it.engine.storage.as(localOwner).branches.list(conversationOf(first))
  expect(tips.map(({ preview }) => preview).toSorted()).toEqual(['B?', 'C?'])
})

test('H4.9 a client that blanks old outputs goes on with the same conversation, and what they said is kept', async () => {
  await open()
  const first = await send(turns(3))
  const blanked = turns(4).map((item, at): Item => {
    if (at > 4 || typeof item.content === 'string') return item
    return {
      ...item,
      content: item.content.map(block => (block.type === 'tool_result' ? { ...block, content: '' } : block)),
    }
  })
  const second = await send(blanked)
  expect(conversationOf(second)).toBe(conversationOf(first))
  expect((await storedIn(second))[2]!.parts[0]).toMatchObject({ output: 'line 0 '.repeat(37) })
  expect(sentText(second)).toBe(Buffer.from(bytesOf(blanked)).toString())
})

test('H4.11 a hint parts conversations that only begin alike, and never what has gone on together', async () => {
  await open()
  const hello: Item[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi!' },
  ]
  const one = await send([...hello, { role: 'user', content: 'One' }], { session: 'a' })
  const two = await send([...hello, { role: 'user', content: 'Two' }], { session: 'b' })
  const three = await send([...hello, { role: 'user', content: 'Three' }], { session: 'a' })
  expect(conversationOf(two)).not.toBe(conversationOf(one))
  expect(conversationOf(three)).toBe(conversationOf(one))
  const working = await send(turns(1), { session: 'c' })
  const resumed = await send(turns(2), { session: 'd' })
  expect(conversationOf(resumed)).toBe(conversationOf(working))
  // Nor does another process forget it.
  relay = createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })
  expect(conversationOf(await send(turns(3), { session: 'e' }))).toBe(conversationOf(working))
})

test('H4.11 a call whose id every conversation counts anew does not join two sessions', async () => {
  await open()
  const session = (output: string): readonly Item[] => [
    { role: 'user', content: 'Run the tests.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'functions.bash:0', name: 'bash', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'functions.bash:0', content: output }] },
  ]
  const one = await send(session('3 failed'), { session: 'a' })
  const two = await send(session('all passed'), { session: 'b' })
  expect(conversationOf(two)).not.toBe(conversationOf(one))
  expect((await storedIn(two)).at(-1)!.parts[0]).toMatchObject({ output: 'all passed' })
})

test('H4.12 two owners who say the same have two conversations', async () => {
  await open()
  const [mine, theirs] = [await send(turns(2)), await send(turns(2), { owner: '00000000-0000-4000-8000-000000000002' })]
  expect(conversationOf(theirs)).not.toBe(conversationOf(mine))
})

test('H4.8 a conversation that a person has deleted is gone on with as another one', async () => {
  await open()
  const first = await send(turns(2))
  await it.engine.storage.as(localOwner).conversations.delete(conversationOf(first))
  const second = await send(turns(3))
  expect(conversationOf(second)).not.toBe(conversationOf(first))
  expect(conversationOf(await send(turns(4)))).toBe(conversationOf(second))
})

const small = { keep: { by: 'messages', amount: 4 } } as const

/** Every result has its call just before it, and every call its result just after. */
function expectValid(items: readonly Item[]): void {
  const ids = (item: Item | undefined, type: string, key: string) =>
    (typeof item?.content === 'object' ? item.content : []).flatMap(block => (block.type === type ? [block[key]] : []))
  const blocks = items.flatMap(item =>
    typeof item.content === 'string' ? ['text'] : item.content.map(({ type }) => type),
  )
  expect(blocks.length).toBeGreaterThan(0)
  for (const [at, item] of items.entries()) {
    expect(ids(items[at + 1], 'tool_result', 'tool_use_id')).toEqual(ids(item, 'tool_use', 'id'))
    expect([item.role, items[at + 1]?.role]).not.toEqual(['assistant', 'assistant'])
  }
}

test('H4.2, H4.5, H4.14 what outgrows the window is folded at once; what stays are slices of the client’s bytes', async () => {
  await open(6_000, small)
  const whole: string[] = []
  let folded = 0
  for (let many = 2; many <= 30; many++) {
    const messages = turns(many)
    const relayed = await send(messages)
    const [text, given] = [sentText(relayed), Buffer.from(bytesOf(messages)).toString()]
    expect(text.length).toBeLessThan(12_000)
    expect(text.endsWith(' , "big": 12345678901234567890 }')).toBe(true)
    expectValid(sentItems(relayed))
    expect(sentItems(relayed)[0]).toEqual(messages[0])
    expect(sentItems(relayed).at(-1)).toEqual(messages.at(-1))
    if (relayed.state.type === 'kept' && relayed.state.compaction !== null) folded++
    for (const item of sentItems(relayed))
      if (!JSON.stringify(item).includes('<summary>') && !JSON.stringify(item).includes('cut'))
        for (const block of typeof item.content === 'string' ? [item.content] : item.content)
          expect(given.replace(/\s+/g, '')).toContain(JSON.stringify(block).replace(/\s+/g, ''))
    whole.push(text)
    await answered(relayed, `Step ${many}.`)
    await settle(it)
  }
  // Most of the 29 requests: the first few fit as they are.
  expect(folded).toBeGreaterThan(15)
})

test('H4.7 between two compactions what is sent begins with what was sent before', async () => {
  await open(8_000, small)
  let before: { readonly items: readonly Item[]; readonly version: number } | null = null
  let same = 0
  for (let many = 2; many <= 30; many++) {
    const relayed = await send(turns(many))
    if (relayed.state.type !== 'kept') throw new Error(relayed.state.reason)
    const now = { items: sentItems(relayed), version: relayed.state.compaction?.version ?? 0 }
    if (before?.version === now.version) {
      expect(now.items.slice(0, before.items.length)).toEqual(before.items)
      same++
    }
    before = now
  }
  expect(same).toBeGreaterThan(10)
})

test('H4.5 what the system says in mid-conversation stays where it is, whatever is folded around it', async () => {
  await open(6_000, small)
  const messages = turns(20)
  const reminder = { role: 'system', content: 'From now on there is a tool named deploy.' } as unknown as Item
  const relayed = await send([...messages.slice(0, 7), reminder, ...messages.slice(7)])
  expect(sentText(relayed)).toContain('<summary>')
  expect(sentItems(relayed)).toContainEqual(reminder)
  expect(sentItems(relayed).length).toBeLessThan(20)
})

test('H4.14 a request that does not fit another model never waits for a summary', async () => {
  const never: Summarise = () => new Promise(() => {})
  it = await openTestEngine({
    ...{ storage: openMemory(), window: 6_000, reserve: 100, policy: small },
    summariser: { model: 'slow', window: 100_000, summarise: never },
  })
  relay = createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })
  const talk = (many: number): Item[] =>
    Array.from({ length: 2 * many + 1 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `Remark ${at}. ${'Some words. '.repeat(25)}`,
    }))
  const first = await send(talk(3))
  const usage = { input: 2_000, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const said: Message = { role: 'assistant', parts: [{ type: 'text', text: 'x' }] }
  await first.answered({ message: said, usage, id: null, complete: true })
  const next = await Promise.race([
    send([...talk(3), { role: 'assistant', content: 'x' }, ...talk(20).slice(8)], { model: 'another' }),
    new Promise<null>(resolve => setTimeout(() => resolve(null), 5_000)),
  ])
  expect(next === null ? 'it waits' : sentText(next).length).toBeLessThan(12_000)
  await cancelCompaction(scopeOf(it.engine, localOwner, conversationOf(first)))
})

test('H4.16 what a person undoes holds for the next request of the client', async () => {
  await open(6_000, { ...small, automatic: 'on' })
  const folded = await send(turns(20))
  expect(sentText(folded)).toContain('<summary>')
  const scope = scopeOf(it.engine, localOwner, conversationOf(folded))
  while ((await readSnapshot(scope)).layout.current !== null) await undoCompaction(scope)
  await scope.store.conversations.update(scope.conversation, { settings: { policy: { automatic: 'off' } } })
  const next = await send(turns(21))
  expect(sentText(next)).toBe(Buffer.from(bytesOf(turns(21))).toString())
})

test('H4.19 what would be counted is the view, and looking stores nothing', async () => {
  await open(6_000, small)
  const folded = await send(turns(20))
  const call = {
    ...{
      owner: localOwner,
      protocol: anthropicProtocol,
      model: 'scripted',
      client: 'test',
      summariser: 'server' as const,
      rename: null,
    },
    header: () => null,
    signal: new AbortController().signal,
  }
  const { body: looked } = await relay.look({
    ...call,
    ...scanned([...turns(20), { role: 'assistant', content: 'x' }]),
  })
  expect(Buffer.concat(looked).toString()).toContain('<summary>')
  expect(Buffer.concat(looked).length).toBeLessThan(sentText(folded).length + 100)
  expect(await storedIn(folded)).not.toContainEqual(expect.objectContaining({ parts: [{ type: 'text', text: 'x' }] }))
})

const windowOf = async ({ state }: RelayedRequest) => (state.type === 'kept' ? (await state.status()).window : null)

test('H4.15 a compaction is due by the window that the client believes in', async () => {
  await open(100_000, { keep: { by: 'messages', amount: 4 } })
  relay = createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text, clientWindows: { test: 4_000 } })
  const relayed = await send(turns(20))
  expect(relayed.state).toMatchObject({ compaction: { version: 1 } })
  expect(await windowOf(relayed)).toBe(4_000)
  expect(sentText(relayed).length).toBeLessThan(9_000)
})

/** Lines that differ, as a summary has. */
const linesOf = (words: string): string =>
  ['first', 'second', 'third', 'last'].map(nth => `${words}, ${nth}.`).join('\n')

test('H4.15 a client that has many short conversations of one size teaches nothing about its window', async () => {
  await open(100_000)
  const said = (at: number): Message => ({
    role: 'assistant',
    parts: [{ type: 'text', text: linesOf(`In chat ${at} the ledger is balanced by the nightly job`) }],
  })
  for (let at = 0; at < 6; at++) {
    const opening: Item[] = [{ role: 'user', content: `Chat ${at}: who balances the ledger?` }]
    // The first request of a conversation is passed on; its answer comes back with the second.
    const first = await send(opening)
    await first.answered({ message: said(at), usage: null, id: null, complete: true })
    const second = await send([
      ...opening,
      { role: 'assistant', content: textOf(said(at)) },
      { role: 'user', content: 'And when?' },
    ])
    expect(await windowOf(second)).toBe(100_000)
    await answered(second, 'At midnight, as always.')
  }
})

test('H4.15 a program that puts drafts of the model into first messages has the window of its model', async () => {
  await open(100_000)
  const draft = (at: number) => linesOf(`In draft ${at} the ledger is balanced by the nightly job`)
  for (let at = 0; at < 4; at++) {
    const asked = await send([{ role: 'user', content: `Write draft ${at} about the ledger.` }])
    await answered(asked, draft(at))
    const checked = await send([
      { role: 'user', content: `Is this right? ${draft(at)}` },
      { role: 'assistant', content: `Draft ${at} is fine.` },
      { role: 'user', content: 'Thanks.' },
    ])
    expect(await windowOf(checked)).toBe(100_000)
    await answered(checked, 'You are welcome.')
  }
})

test('H4.14 what was refused as too long when its client had heard it is folded for the next request, though nothing was due', async () => {
  await open()
  const refused = await pass(turns(12))
  expect(sentText(refused)).toBe(Buffer.from(bytesOf(turns(12))).toString())
  await refused.tooLong(null)
  const again = await send(turns(12))
  expect(again.state).toMatchObject({ type: 'kept', compaction: { version: 1 } })
  expect(sentText(again).length).toBeLessThan(sentText(refused).length)
})
