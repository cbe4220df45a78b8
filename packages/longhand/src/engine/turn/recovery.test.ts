import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Message, textOf, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints, reached, release } from '../../testing/failpoint.ts'
import { aborted, openTestEngine, saying, type TestEngine, type TestEngineOptions } from '../../testing/test-engine.ts'
import { compactNow } from '../compaction/compact-now.ts'
import type { Generate } from '../ports/chat-model.ts'
import type { Storage, Store } from '../ports/store.ts'
import { recoverOnce, runRecovery } from './recovery.ts'
import { send } from './send.ts'

afterEach(disarmFailpoints)

const room = (options: Partial<TestEngineOptions> = {}) => openTestEngine({ storage: openMemory(), ...options })

/** Says all of a text, thinks for a while, and calls a tool; the next step says that it is done. */
const working: Generate = async function* ({ messages }) {
  const text = messages.some(({ role }) => role === 'tool') ? 'Done.' : 'I look into the file.'
  const says: Message = { role: 'assistant', parts: [{ type: 'text', text }] }
  yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: text }, parts: () => says.parts }
  await pause(150)
  if (text === 'Done.') return yield { type: 'end', messages: [says], finish: 'stop', usage: null }
  const call = { type: 'tool-call', callId: 'c1', name: 'read', input: {} } as const
  const result = { type: 'tool-result', callId: 'c1', name: 'read', outcome: 'ok', output: 'contents' } as const
  const step: Message[] = [
    { role: 'assistant', parts: [...says.parts, call] },
    { role: 'tool', parts: [result] },
  ]
  yield { type: 'end', messages: step, finish: 'tool-calls', usage: null }
}

const ask = (it: TestEngine, id: string) => send(it.scope, { id, message: user(`Asked as ${id}`) })

/** Another process finds everything that this one has left lying. */
async function takenOver(storage: Storage, it: TestEngine): Promise<TestEngine> {
  await storage.maintenance.endLeases()
  const other = await room({ storage, conversation: it.scope.conversation, worker: 'w2' })
  await recoverOnce(other.engine)
  return other
}

async function said({ scope }: TestEngine): Promise<readonly string[]> {
  const { entries } = await scope.store.entries.page(scope.conversation, { limit: 100 })
  return entries.flatMap(({ entry }) => (entry.type === 'message' ? [textOf(entry.message)] : []))
}

describe('K8 an answer whose process died', () => {
  test('between two steps is not shown twice', async () => {
    const storage = openMemory()
    const it = await room({ storage, generate: working })
    armFailpoints('turns.keepStep:after=pause')
    await ask(it, 'm1')
    await reached('turns.keepStep:after')
    expect(await it.scope.store.turns.latest(it.scope.conversation)).toMatchObject({ parts: [] })
    const other = await takenOver(storage, it)
    expect(await said(other)).toEqual(['Asked as m1', 'I look into the file.', ''])
    // It was only slow: what it says in the end belongs there.
    disarmFailpoints()
    await it.engine.activeTurns.get(it.scope.conversation)?.done
    expect(await said(other)).toEqual(['Asked as m1', 'I look into the file.', '', 'Done.'])
  })

  test('in its second step is kept behind the first', async () => {
    const storage = openMemory()
    const it = await room({ storage, generate: working })
    armFailpoints('turns.finish:before=pause@1')
    await ask(it, 'm1')
    await reached('turns.finish:before')
    const other = await takenOver(storage, it)
    expect(await said(other)).toEqual(['Asked as m1', 'I look into the file.', '', 'Done.'])
  })

  test.each(['m1', 'm1~', 'm1~~'])(
    'and was begun as %s by an earlier version is kept behind its message, once',
    async id => {
      const storage = openMemory()
      const it = await room({ storage })
      const { store, conversation } = it.scope
      const dead = { worker: 'dead', ms: 60_000 }
      for (const before of ['m1', 'm1~'].filter(each => each < id))
        await store.turns.finish((await store.turns.start(conversation, { id: before }, dead)).turn, 'failed')
      const { turn } = await store.turns.start(conversation, { id }, dead)
      const step = (name: string, message: Message) => ({ id: name, type: 'message', message, count: 1 }) as const
      const said1: Message = { role: 'assistant', parts: [{ type: 'text', text: 'I look into the file.' }] }
      await store.entries.append(conversation, [step('m1', user('Asked as m1')), step(`${id}.1.0`, said1)])
      await store.turns.save(turn, [{ type: 'text', text: 'I look' }], dead)
      const other = await takenOver(storage, it)
      expect(await said(other)).toEqual(['Asked as m1', 'I look into the file.'])
      expect((await ask(other, 'm1')).type).toBe('repeated')
    },
  )

  test('keeps what its tools had answered, with the calls', async () => {
    const storage = openMemory()
    const call = (callId: string) => ({ type: 'tool-call', callId, name: 'read', input: {} }) as const
    const result = { type: 'tool-result', callId: 'c1', name: 'read', outcome: 'ok', output: 'contents' } as const
    const halting: Generate = async function* (_, signal) {
      yield { type: 'chunk', chunk: {}, parts: () => [call('c1'), call('c2'), result] }
      await aborted(signal)
    }
    const it = await room({ storage, generate: halting })
    const { store, conversation } = it.scope
    await ask(it, 'm1')
    await vi.waitFor(async () => expect((await store.turns.latest(conversation))?.parts).toHaveLength(3), 5_000)
    const other = await takenOver(storage, it)
    const { branch } = await other.scope.store.entries.branch(conversation)
    expect(branch.slice(1)).toMatchObject([
      { id: expect.stringMatching(/\/1\.0$/), message: { role: 'assistant', parts: [call('c1'), call('c2')] } },
      { id: expect.stringMatching(/\/1\.1$/), message: { role: 'tool', parts: [result] } },
    ])
  })

  test('stays where it was asked for when the person has gone elsewhere', async () => {
    const storage = openMemory()
    const it = await room({ storage, generate: working })
    await it.scope.store.entries.append(it.scope.conversation, [
      { id: 'u0', type: 'message', message: user('Before'), count: 3 },
    ])
    armFailpoints('turns.finish:before=pause@1')
    await ask(it, 'm1')
    await reached('turns.finish:before')
    await it.scope.store.branches.fork(it.scope.conversation, { line: 1, depth: 1 })
    const other = await takenOver(storage, it)
    expect(await said(other)).toEqual(['Before'])
    const elsewhere = (await other.scope.store.branches.list(other.scope.conversation)).filter(
      ({ current }) => !current,
    )
    expect(elsewhere).toMatchObject([{ messages: 5, preview: 'Done.' }])
  })
})

test('H5 a turn that begins while the one before still tidies up can be stopped and listened to', async () => {
  const it = await room({ generate: working })
  armFailpoints('turns.save:before=pause@1; chatModel.generate:before=pause@3')
  await ask(it, 'm1')
  await reached('turns.save:before')
  while ((await it.scope.store.turns.latest(it.scope.conversation))?.status !== 'done') await pause(5)
  const first = it.engine.activeTurns.get(it.scope.conversation)
  await ask(it, 'm2')
  await reached('chatModel.generate:before')
  release('turns.save:before')
  await first?.done
  expect(it.engine.activeTurns.get(it.scope.conversation)?.feed.turn).toBe('m2')
})

test('K8 what is said while it is being saved is saved the next time, also when the model falls silent', async () => {
  const storage = openMemory()
  const saying = { text: 'One', open: Promise.withResolvers<void>() }
  const halting: Generate = async function* (_, signal) {
    const parts = () => [{ type: 'text', text: saying.text } as const]
    yield { type: 'chunk', chunk: {}, parts }
    await saying.open.promise
    saying.text = 'One two'
    yield { type: 'chunk', chunk: {}, parts }
    await aborted(signal)
  }
  const it = await room({ storage: slowToSave(storage, saying.open.resolve), generate: halting })
  await ask(it, 'm1')
  const saved = async () => (await it.scope.store.turns.latest(it.scope.conversation))?.parts
  await vi.waitFor(async () => expect(await saved()).toMatchObject([{ text: 'One two' }]), { timeout: 2_000 })
  it.engine.activeTurns.get(it.scope.conversation)?.stop.abort('stop')
})

/** A storage that is still busy with the first save when the next word comes. */
function slowToSave(storage: Storage, saving: () => void): Storage {
  return {
    ...storage,
    as: owner => {
      const store = storage.as(owner)
      return {
        ...store,
        turns: {
          ...store.turns,
          save: async (...saved) => {
            const kept = structuredClone(saved[1])
            saving()
            await pause(40)
            return store.turns.save(saved[0], kept, saved[2])
          },
        },
      }
    },
  }
}

test('C13 one abandoned compaction that takes long does not keep the others waiting', async () => {
  const storage = openMemory()
  const [first, second] = await Promise.all(['a', 'b'].map(worker => dyingRoom(storage, worker)))
  const other = await room({ storage, worker: 'w3' })
  const over = new AbortController()
  await abandon(storage, first!)
  armFailpoints('entries.walk:before=hang')
  void runRecovery(other.engine, over.signal)
  while (other.engine.activeCompactions.size === 0) await pause(5)
  disarmFailpoints()
  await abandon(storage, second!)
  const done = { type: 'compaction', phase: 'completed', conversation: second!.scope.conversation }
  await vi.waitFor(() => expect(other.events).toContainEqual(expect.objectContaining(done)), { timeout: 10_000 })
  over.abort()
})

async function abandon(storage: Storage, { scope }: TestEngine): Promise<void> {
  await compactNow(scope, { by: 'force', trigger: 'person' })
  // The dead hold no leases: whoever hangs here must not go on renewing his.
  scope.engine.activeCompactions.get(scope.conversation)?.stop.abort('shutdown')
  await storage.maintenance.endLeases()
}

/** A room with a long conversation, whose process goes silent as soon as it has begun to compact it. */
async function dyingRoom(storage: Storage, worker: string): Promise<TestEngine> {
  const generate = saying('Yes, and so on. '.repeat(20))
  const it = await room({ storage: silentWhenPlanning(storage), worker, window: 10_000, reserve: 500, generate })
  for (let turn = 0; turn < 8; turn++) {
    await ask(it, `${worker}${turn}`)
    await it.engine.activeTurns.get(it.scope.conversation)?.done
  }
  return it
}

/** Only a compaction reads a branch at another place than its head. */
const silentWhenPlanning = (storage: Storage): Storage => ({
  ...storage,
  as: owner => {
    const store = storage.as(owner)
    const branch: Store['entries']['branch'] = (id, at) =>
      at === undefined ? store.entries.branch(id) : new Promise(() => {})
    return { ...store, entries: { ...store.entries, branch } }
  },
})
