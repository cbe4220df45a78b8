import { expect, test } from 'vitest'
import { type Message, textOf } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say, scripted, settle, type TestEngine } from '../../testing/test-engine.ts'
import type { Generate } from '../ports/chat-model.ts'
import { continueAnswer, retry } from './answer-again.ts'
import { readEntryMeta } from './entry-meta.ts'
import { recoverOnce } from './recovery.ts'
import type { SendResult } from './start-turn.ts'

/** Says `Answer 1`, `Answer 2`, … */
function counting(): Generate {
  let calls = 0
  return scripted(() => [{ role: 'assistant', parts: [{ type: 'text', text: `Answer ${++calls}` }] }])
}

/** Breaks off in the middle of its first answer, and ends it when it is asked to go on. */
function breakingOff(): Generate {
  let calls = 0
  return async function* () {
    const text = calls++ === 0 ? 'It begins and' : ' it ends.'
    const said: Message = { role: 'assistant', parts: [{ type: 'text', text }] }
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: text }, parts: () => said.parts }
    if (calls === 1) yield { type: 'failed', failure: { type: 'unavailable', sentence: 'Gone.' } }
    else yield { type: 'end', messages: [said], finish: 'stop', usage: null }
  }
}

const room = (generate: Generate) => openTestEngine({ storage: openMemory(), generate })

async function ended(it: TestEngine, sent: SendResult): Promise<readonly { type: string; data?: { id?: string } }[]> {
  if (sent.type !== 'answering') throw new Error(sent.type)
  const chunks: { type: string }[] = []
  for await (const chunk of sent.feed.listen()) chunks.push(chunk as { type: string })
  await settle(it)
  return chunks
}

async function entries({ scope }: TestEngine) {
  const page = await scope.store.entries.page(scope.conversation, { limit: 100 })
  return page.entries.flatMap(({ entry, about }) => (entry.type === 'message' ? [{ ...entry, about }] : []))
}

const texts = async (it: TestEngine) => (await entries(it)).map(({ message }) => `${message.role}: ${textOf(message)}`)

test('W5 retry answers the newest message anew; the first answer stays as a branch', async () => {
  const it = await room(counting())
  await say(it, 'Hello')
  await ended(it, await retry(it.scope))
  expect(await texts(it)).toEqual(['user: Hello', 'assistant: Answer 2'])
  expect(await it.scope.store.branches.list(it.scope.conversation)).toHaveLength(2)
})

test('W5 any answer is generated again; what came after it stays as a branch', async () => {
  const it = await room(counting())
  for (const text of ['One', 'Two', 'Three']) await say(it, text)
  const second = (await entries(it))[3]!
  const chunks = await ended(it, await retry(it.scope, second.id))
  expect(await texts(it)).toEqual(['user: One', 'assistant: Answer 1', 'user: Two', 'assistant: Answer 4'])
  // The stream says first which message is answered.
  expect(chunks.find(({ type }) => type === 'data-entry')?.data?.id).toBe((await entries(it))[2]!.id)
  expect(await it.scope.store.branches.list(it.scope.conversation)).toHaveLength(2)
})

test('W5 an answer that was cut off goes on in its place: nobody says anything for it, and it is marked', async () => {
  const it = await room(breakingOff())
  await say(it, 'Tell me')
  await ended(it, await continueAnswer(it.scope))
  expect(await texts(it)).toEqual(['user: Tell me', 'assistant: It begins and', 'assistant:  it ends.'])
  expect((await entries(it)).map(({ about }) => readEntryMeta(about).continues)).toEqual([undefined, undefined, true])
  expect(it.asked.at(-1)?.messages.map(textOf)).toEqual(['Tell me', 'It begins and'])
  expect(await it.scope.store.branches.list(it.scope.conversation)).toHaveLength(1)
})

test('W5 an answer that had ended goes on in a new paragraph, and an older one in a branch', async () => {
  const it = await room(counting())
  for (const text of ['One', 'Two']) await say(it, text)
  await ended(it, await continueAnswer(it.scope))
  expect((await texts(it)).slice(2)).toEqual(['user: Two', 'assistant: Answer 2', 'assistant: Answer 3'])
  expect(readEntryMeta((await entries(it)).at(-1)!.about).continues).toBeUndefined()
  await ended(it, await continueAnswer(it.scope, (await entries(it))[1]!.id))
  expect(await texts(it)).toEqual(['user: One', 'assistant: Answer 1', 'assistant: Answer 4'])
})

test('W5 where there is no answer yet, there is nothing to continue', async () => {
  const it = await room(counting())
  await expect(continueAnswer(it.scope)).rejects.toMatchObject({ code: 'not-found' })
  await expect(retry(it.scope, 'unknown')).rejects.toMatchObject({ code: 'not-found' })
})

test('K8 a continuation whose process died is kept as one, in its place', async () => {
  const it = await room(breakingOff())
  await say(it, 'Tell me')
  const cut = (await entries(it)).at(-1)!
  const { turns } = it.scope.store
  const request = { answers: cut.id, prefix: 'dead/', continues: true }
  const dead = { worker: 'dead', ms: -1 }
  const started = await turns.start(it.scope.conversation, { id: 't9', request }, dead)
  if (started.type !== 'started') throw new Error(started.type)
  await turns.save(started.turn, [{ type: 'text', text: ' it goes' }], dead)
  await recoverOnce(it.engine)
  const last = (await entries(it)).at(-1)!
  expect([textOf(last.message), readEntryMeta(last.about)]).toEqual([
    ' it goes',
    { turn: 't9', ending: 'interrupted', continues: true },
  ])
})
