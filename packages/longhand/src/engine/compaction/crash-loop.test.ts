import { expect, test } from 'vitest'
import { type Message, textOf, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { lettersMeter, openTestEngine, plainSummary, say, settle, type TestEngine } from '../../testing/test-engine.ts'
import type { Storage } from '../ports/store.ts'
import { recoverOnce } from '../turn/recovery.ts'
import { afterAttempt, closedBreaker } from './breaker.ts'
import { compactNow } from './compact-now.ts'

const size = { window: 6_000, reserve: 500 }

/** A room whose conversation holds so many letters, in messages of 250 or in one output of a tool. */
async function filled(
  storage: Storage,
  letters: number,
  form: 'messages' | 'output' = 'messages',
): Promise<TestEngine> {
  const summarise = async () => ({ type: 'answered', text: plainSummary, finish: 'stop', usage: null }) as const
  const it = await openTestEngine({ storage, ...size, summariser: { model: 's', window: 100_000, summarise } })
  const entry = (id: string, message: Message) =>
    ({ type: 'message', id, message, count: lettersMeter.count(message) }) as const
  const talk = Array.from({ length: Math.floor(letters / 250) }, (_, at) =>
    entry(`m${at}`, user(`${at} `.padEnd(200, 'so on '))),
  )
  const call = { type: 'tool-call', callId: 'c', name: 'read', input: {} } as const
  const result = {
    type: 'tool-result',
    callId: 'c',
    name: 'read',
    outcome: 'ok',
    output: 'x '.repeat(letters / 2),
  } as const
  const output = [
    entry('u', user('Read it.')),
    entry('c', { role: 'assistant', parts: [call] }),
    entry('r', { role: 'tool', parts: [result] }),
    ...Array.from({ length: 8 }, (_, at) => entry(`n${at}`, user(`And ${at}`))),
  ]
  await it.scope.store.entries.append(it.scope.conversation, form === 'messages' ? talk : output)
  return it
}

/** As if processes had died over this conversation's compaction, just now. */
async function hasCrashed({ scope, engine }: TestEngine): Promise<void> {
  const breaker = afterAttempt(closedBreaker, 'crashed', engine.clock.now())
  await scope.store.breakers.put(`compaction:${scope.conversation}`, breaker)
}

const jobs = ({ scope }: TestEngine) => scope.store.compactions.list(scope.conversation)

test('F1 F3 after crashes a message that does not fit goes ahead with cut outputs, and nothing is condensed', async () => {
  const it = await filled(openMemory(), 8_000, 'output')
  await hasCrashed(it)
  expect(await say(it, 'Hello')).not.toContainEqual(expect.objectContaining({ type: 'error' }))
  expect(await jobs(it)).toEqual([])
})

test('F1 F3 after crashes a message that fits in no other way is refused, and nothing is condensed', async () => {
  const it = await filled(openMemory(), 7_000)
  await hasCrashed(it)
  const told = await say(it, 'Hello')
  expect(told).toContainEqual(
    expect.objectContaining({ type: 'data-failure', data: expect.objectContaining({ code: 'does-not-fit' }) }),
  )
  expect(await jobs(it)).toEqual([])
})

test('F3 after crashes a model that asks for a compaction waits, a person does not, and a success ends it', async () => {
  const it = await filled(openMemory(), 5_000)
  await hasCrashed(it)
  expect(await compactNow(it.scope, { by: 'force', trigger: 'tool' })).toMatchObject({ type: 'paused' })
  expect(await compactNow(it.scope, { by: 'force', trigger: 'person', pace: 'at-once' })).toMatchObject({
    type: 'running',
  })
  await settle(it)
  expect(await jobs(it)).toMatchObject([{ status: 'done' }])
  expect(await it.scope.store.breakers.get(`compaction:${it.scope.conversation}`)).toEqual(closedBreaker)
})

test('K8 an answer that killed two processes is kept as it was saved, and nobody counts it', async () => {
  const storage = openMemory()
  const it = await openTestEngine({ storage })
  const { store, conversation } = it.scope
  const dead = (worker: string) => ({ worker, ms: -1 })
  await store.entries.append(conversation, [{ type: 'message', id: 'm1', message: user('Hello'), count: 5 }])
  const { turn } = await store.turns.start(conversation, { id: 'm1' }, dead('writer'))
  await store.turns.save(turn, [{ type: 'text', text: 'As far as it was' }], dead('writer'))
  const count = () => {
    throw new Error('This text kills.')
  }
  const heir = await openTestEngine({ storage, conversation, worker: 'heir', meter: { ...lettersMeter, count } })
  await recoverOnce(heir.engine)
  expect((await store.turns.latest(conversation))?.status).toBe('running')
  await storage.maintenance.endLeases()
  const next = await openTestEngine({ storage, conversation, worker: 'next', meter: { ...lettersMeter, count } })
  await recoverOnce(next.engine)
  expect((await store.turns.latest(conversation))?.status).toBe('interrupted')
  const { branch } = await store.entries.branch(conversation)
  expect(branch.map(entry => entry.type === 'message' && textOf(entry.message))).toEqual(['Hello', 'As far as it was'])
  expect(next.events).toContainEqual(expect.objectContaining({ type: 'warning', code: 'crash-loop' }))
})
