import { afterEach, expect, test } from 'vitest'
import { textOf, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints } from '../../testing/failpoint.ts'
import { openTestEngine, type TestEngine } from '../../testing/test-engine.ts'
import { retry } from './answer-again.ts'
import { type SendOptions, send } from './send.ts'

afterEach(disarmFailpoints)

const sending: SendOptions = { id: 'm1', message: user('Hello'), ahead: user('A record'), protect: 'protect' }

async function said({ scope }: TestEngine): Promise<readonly string[]> {
  const { entries } = await scope.store.entries.page(scope.conversation, { limit: 100 })
  return entries.map(({ entry }) => (entry.type === 'message' ? textOf(entry.message) : entry.type))
}

/** A process goes silent at a point of its life, and holds its lease; another one serves the same conversation. */
async function silentAt(visit: number, live: (it: TestEngine) => Promise<unknown>) {
  const storage = openMemory()
  const dead = await openTestEngine({ storage })
  armFailpoints([{ name: '*', action: { type: 'hang' }, visit }])
  void live(dead)
  await new Promise(resolve => setTimeout(resolve, 20))
  disarmFailpoints()
  return openTestEngine({ storage, conversation: dead.scope.conversation, worker: 'w2' })
}

test.each(Array.from({ length: 8 }, (_, at) => at + 1))(
  'N7 H5 a message is sent again to the next process after the first went silent at point %i: what it says is stored is stored, once and whole',
  async visit => {
    const it = await silentAt(visit, dead => send(dead.scope, sending))
    const sent = await send(it.scope, sending)
    await it.engine.activeTurns.get(it.scope.conversation)?.done
    const stored = ['A record', 'Hello', 'protection']
    expect(sent.type).not.toBe('busy')
    expect((await said(it)).slice(0, 3)).toEqual(stored)
    expect((await said(it)).filter(text => stored.includes(text))).toEqual(stored)
  },
)

test('H5 other words under the id of a message whose answer is being written are refused, not taken for it', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  armFailpoints('chatModel.generate:before=hang')
  await send(it.scope, sending)
  await expect(send(it.scope, { ...sending, message: user('Other words') })).rejects.toMatchObject({ code: 'conflict' })
  expect((await send(it.scope, sending)).type).toBe('answering')
  expect(await said(it)).toEqual(['A record', 'Hello', 'protection'])
})

test('N7 H5 a turn that an earlier version started without its message is no reason to say that it is stored', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  const { store, conversation } = it.scope
  const { turn } = await store.turns.start(conversation, { id: 'm1' }, { worker: 'old', ms: 60_000 })
  expect((await send(it.scope, sending)).type).toBe('busy')
  await store.turns.finish(turn, 'interrupted')
  expect((await send(it.scope, sending)).type).toBe('answering')
  await it.engine.activeTurns.get(conversation)?.done
  expect((await send(it.scope, sending)).type).toBe('repeated')
  expect(await said(it)).toEqual(['A record', 'Hello', 'protection', 'Fine.'])
})

test.each(['m1.ahead', 'm1.1.0', 'm1/ahead', 'm1/1.0', 'm1~'])(
  "F6 an entry that came in as %s is in nobody's way",
  async id => {
    const it = await openTestEngine({ storage: openMemory() })
    const { store, conversation } = it.scope
    await store.entries.append(conversation, [{ id, type: 'message', message: user('Before'), count: 1 }])
    expect((await send(it.scope, sending)).type).toBe('answering')
    await it.engine.activeTurns.get(conversation)?.done
    expect(await said(it)).toEqual(['Before', 'A record', 'Hello', 'protection', 'Fine.'])
  },
)

test('H5 a retry that ends before it began leaves everything as it was', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  await send(it.scope, sending)
  await it.engine.activeTurns.get(it.scope.conversation)?.done
  armFailpoints('turns.start:before=throw')
  await expect(retry(it.scope)).rejects.toThrow()
  disarmFailpoints()
  expect(await said(it)).toEqual(['A record', 'Hello', 'protection', 'Fine.'])
  expect((await retry(it.scope)).type).toBe('answering')
})
