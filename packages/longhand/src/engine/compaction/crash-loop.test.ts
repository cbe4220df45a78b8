import { expect, test } from 'vitest'
import { asJson } from '../../core/json.ts'
import { type Message, textOf, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints, reached } from '../../testing/failpoint.ts'
import { lettersMeter, openTestEngine, plainSummary, say, settle, type TestEngine } from '../../testing/test-engine.ts'
import { systemClock } from '../ports/clock.ts'
import type { Storage } from '../ports/store.ts'
import { recoverOnce } from '../turn/recovery.ts'
import { afterAttempt, closedBreaker } from './breaker.ts'
import { compactNow } from './compact-now.ts'
import { maxAttempts } from './crash-loop.ts'

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
async function hasCrashed({ scope, engine }: TestEngine, outcome: 'crashed' | 'crashed-reading'): Promise<void> {
  const breaker = afterAttempt(closedBreaker, outcome, engine.clock.now())
  await scope.store.breakers.put(`compaction:${scope.conversation}`, breaker)
}

/** Asks for a compaction that nobody has claimed yet. */
async function request({ scope, engine }: TestEngine, words: 'model' | 'originals'): Promise<void> {
  const { store, conversation } = scope
  const { head, epoch } = await store.conversations.get(conversation)
  const span = { from: 2, to: head.depth - 5 }
  const planned = [{ type: 'summary', span, kept: [] }]
  await store.compactions.request(conversation, {
    ...{ id: engine.newId(), base: { place: head, compaction: null, epoch }, span, words },
    plan: asJson({
      decision: { type: 'fold', strategy: 'summary', carried: [], planned },
      options: { by: 'force', trigger: 'threshold', ...(words === 'originals' && { pace: 'at-once' }) },
      keeping: 5,
    }),
  })
}

const jobs = ({ scope }: TestEngine) => scope.store.compactions.list(scope.conversation)

const breakerOf = ({ scope }: TestEngine) => scope.store.breakers.get(`compaction:${scope.conversation}`)

const refused = expect.objectContaining({ type: 'data-failure' })

test('F1 F3 after a summary has killed two processes, a message that does not fit is answered with an extract', async () => {
  const it = await filled(openMemory(), 7_000)
  await hasCrashed(it, 'crashed')
  expect(await say(it, 'Hello')).not.toContainEqual(refused)
  expect(await jobs(it)).toMatchObject([
    { status: 'done', words: 'originals', deaths: 0, receipt: { method: 'extract', calls: 0 } },
  ])
  // What a model was not asked for says nothing about asking one.
  expect(await breakerOf(it)).toMatchObject({ crashed: true, until: expect.any(Number) })
})

test('F1 F3 two kills of the process during one summary leave a conversation that answers, in an extract', async () => {
  const storage = openMemory()
  const it = await filled(storage, 7_000)
  const { store, conversation } = it.scope
  await request(it, 'model')
  for (const worker of ['first', 'second']) await store.compactions.claim(conversation, { worker, ms: -1 })
  expect(await say(it, 'Hello')).not.toContainEqual(refused)
  expect(await jobs(it)).toContainEqual(expect.objectContaining({ status: 'done', words: 'originals', deaths: 0 }))
})

test.each([
  [maxAttempts - 1, 'The summary was rejected'],
  [maxAttempts, 'was begun 6 times and never finished'],
] as const)('F3 a model is not asked for ever: after %i owners that died waiting for it', async (owners, reason) => {
  const storage = openMemory()
  const it = await filled(storage, 5_000)
  const { store, conversation } = it.scope
  await request(it, 'model')
  for (let at = 0; at < owners; at++) {
    const lease = { worker: `w${at}`, ms: -1 }
    const job = await store.compactions.claim(conversation, lease)
    await store.compactions.beat(job!, lease, 'waiting')
  }
  await recoverOnce(it.engine)
  expect(await jobs(it)).toMatchObject([{ status: 'failed', deaths: 0, reason: expect.stringContaining(reason) }])
})

test('F3 an extract is made however many owners have left it unfinished', async () => {
  const it = await filled(openMemory(), 5_000)
  await request(it, 'originals')
  for (let at = 0; at <= maxAttempts; at++) {
    const lease = { worker: `w${at}`, ms: -1 }
    const job = await it.scope.store.compactions.claim(it.scope.conversation, lease)
    await it.scope.store.compactions.beat(job!, lease, 'waiting')
  }
  await recoverOnce(it.engine)
  expect(await jobs(it)).toMatchObject([{ status: 'done', words: 'originals', deaths: 0 }])
})

test('F3 what a process has died with is tried one by one, so that what kills takes nothing with it', async () => {
  const storage = openMemory()
  const [first, second] = [await filled(storage, 5_000), await filled(storage, 5_000)]
  for (const it of [first, second]) await request(it, 'originals')
  for (const { scope } of [first, second])
    await scope.store.compactions.claim(scope.conversation, { worker: 'dead', ms: -1 })
  const heir = await openTestEngine({ storage, ...size, clock: systemClock, worker: 'heir' })
  armFailpoints('entries.walk:before=pause@1')
  const recovering = recoverOnce(heir.engine)
  await reached('entries.walk:before')
  expect([await jobs(first), await jobs(second)]).toMatchObject([
    [{ deaths: 1, worker: 'heir' }],
    [{ deaths: 0, worker: 'dead' }],
  ])
  disarmFailpoints()
  await recovering
  expect([await jobs(first), await jobs(second)]).toMatchObject([[{ status: 'done' }], [{ status: 'done' }]])
})

test('F1 F3 after an extract has killed two, a message that does not fit goes ahead with cut outputs, and nothing is condensed', async () => {
  const it = await filled(openMemory(), 8_000, 'output')
  await hasCrashed(it, 'crashed-reading')
  expect(await say(it, 'Hello')).not.toContainEqual(expect.objectContaining({ type: 'error' }))
  expect(await jobs(it)).toEqual([])
})

test('F1 F3 after that, a message that fits in no other way is answered: what is old is left out unread, and says so', async () => {
  const it = await filled(openMemory(), 7_000)
  await hasCrashed(it, 'crashed-reading')
  armFailpoints('entries.walk:before=throw')
  expect(await say(it, 'Hello')).not.toContainEqual(refused)
  disarmFailpoints()
  expect(await jobs(it)).toMatchObject([
    {
      status: 'done',
      words: 'originals',
      receipt: { method: 'truncate', facts: null, retention: 0, warnings: ['unread'] },
    },
  ])
  expect(textOf(it.asked[0]!.messages[1]!)).toContain('are left out, without a summary. They are stored in full')
  expect(await breakerOf(it)).toMatchObject({ unread: true, until: expect.any(Number) })
})

test('F3 an extract that has killed two is not read by the third, and the next message is answered', async () => {
  const storage = openMemory()
  const it = await filled(storage, 7_000)
  const dying = await openTestEngine({ storage, ...size, conversation: it.scope.conversation, worker: 'w2' })
  armFailpoints('entries.walk:before=pause@1')
  void say(dying, 'Hello').catch(() => null)
  await reached('entries.walk:before')
  await storage.maintenance.endLeases()
  await it.scope.store.compactions.claim(it.scope.conversation, { worker: 'w3', ms: -1 })
  disarmFailpoints()
  await recoverOnce(it.engine)
  expect(await jobs(it)).toMatchObject([{ status: 'failed', words: 'originals', deaths: 2 }])
  expect(await breakerOf(it)).toMatchObject({ crashed: true, unread: true })
  expect(await say(it, 'And')).not.toContainEqual(refused)
})

test('F3 after crashes a model that asks for a compaction waits, a person does not, and a success ends it', async () => {
  const it = await filled(openMemory(), 5_000)
  await hasCrashed(it, 'crashed')
  expect(await compactNow(it.scope, { by: 'force', trigger: 'tool' })).toMatchObject({ type: 'paused' })
  expect(await compactNow(it.scope, { by: 'force', trigger: 'person' })).toMatchObject({ type: 'running' })
  await settle(it)
  expect(await jobs(it)).toMatchObject([{ status: 'done', words: 'model' }])
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
