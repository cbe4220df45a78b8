import { answer, type Behaviour, behave } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Chunk, chunksOf, eachChunk } from '../testing/chunks.ts'
import { goodSummary } from '../testing/scenarios/bakery.ts'
import { openStage, type Stage, until } from '../testing/scenarios/stage.ts'
import { compactionsIn, failuresIn, openTalk, type Talk, wordsOf } from '../testing/scenarios/talk.ts'

// User story 2: Automatic Context Compaction. Nothing is prepared here, so that the compaction runs where it can be watched.

let stage: Stage
let talk: Talk
beforeEach(async () => {
  stage = await openStage({ policy: { prepare: 1 }, cast: { summary: slowSummary } })
  talk = await openTalk(stage, 28)
})
afterEach(() => stage.close())

const slowSummary: Behaviour = () => ({ ...answer(goodSummary), delivery: { type: 'slow', ms: 700 } })
const condensed = () => until(async () => (await stage.api.conversation(talk.id)).compaction !== null)

/** Says things until the window is full enough, and the one that starts the compaction. */
async function reachThreshold(): Promise<readonly Chunk[]> {
  for (;;) {
    const told = await talk.say()
    if (compactionsIn(told).length > 0) return told
  }
}

test('US2.1 C6, W2 beyond 80% a new message starts compaction in the background, with a progress indicator', async () => {
  const told = await reachThreshold()
  expect(compactionsIn(told)[0]!.data).toMatchObject({ phase: 'started' })
  expect(await stage.api.conversation(talk.id)).toMatchObject({ compacting: { phase: 'started' }, compaction: null })
  expect(failuresIn(told)).toEqual([])
  await condensed()
})

test('US2.2 C5 while it runs, people read what was said and write and send the next message', async () => {
  await reachThreshold()
  expect(await talk.entries()).toHaveLength(2 * talk.said())
  const told = await talk.say('One more thing while you are at it.')
  expect(told.some(({ type }) => type === 'text-delta')).toBe(true)
  await condensed()
  expect((await talk.view()).messages.at(-2)!.message.parts).toEqual([
    { type: 'text', text: 'One more thing while you are at it.' },
  ])
})

test('US2.3 W3, H2 when it completes, a divider with the tokens before and after is there, and open screens are told', async () => {
  const live = eachChunk(await stage.api.live({}))
  const heard = (async () => {
    for await (const notice of live) {
      const { progress } = notice as unknown as { progress?: { phase: string; receipt?: unknown } }
      if (notice.type === 'compaction' && progress?.phase === 'completed') return progress
    }
    return null
  })()
  await reachThreshold()
  await condensed()
  const divider = (await talk.entries()).find(({ type }) => type === 'compaction')
  expect(divider).toMatchObject({ receipt: { before: expect.any(Number), after: expect.any(Number) } })
  const { before, after } = (divider as { receipt: { before: number; after: number } }).receipt
  expect(after).toBeLessThan(before)
  expect((await heard)?.receipt).toEqual((divider as { receipt: unknown }).receipt)
})

test('US2.4 C10, W3 the summary that opens shows decisions, files and the state of things', async () => {
  await reachThreshold()
  await condensed()
  const { value } = await stage.api.command(talk.id, '/summary')
  const text = JSON.stringify(value)
  for (const section of ['## Goal', '## Decisions', '## Files', '## State']) expect(text).toContain(section)
})

test('US2.5 V4 afterwards the conversation goes on at once, on the condensed view', async () => {
  await reachThreshold()
  await condensed()
  stage.cast.summary = behave('half-open')
  const told = await talk.say('Go on.')
  expect(told.some(({ type }) => type === 'text-delta')).toBe(true)
  expect(wordsOf(stage.chats().at(-1))[0]).toContain('<summary>')
})

test('K10, H5 whoever leaves while it is written finds the answer when they come back', async () => {
  stage.cast.chat = () => ({ ...answer('Noted, slowly.'), delivery: { type: 'slow', ms: 400 } })
  const gone = new AbortController()
  await stage.api.send(talk.id, { clientId: 'left', text: 'Are you there?' }, { signal: gone.signal })
  gone.abort()
  const again = await chunksOf(await stage.api.resume(talk.id, {}))
  expect(again.map(({ delta = '' }) => delta).join('')).toBe('Noted, slowly.')
})
