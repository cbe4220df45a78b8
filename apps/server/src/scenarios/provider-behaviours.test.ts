import { LonghandError } from 'longhand'
import { type BehaviourName, behave, behaviourNames } from 'longhand/internal/testing'
import { describe, expect, test, vi } from 'vitest'
import { noted } from '../testing/scenarios/bakery.ts'
import { fakeKey } from '../testing/scenarios/small-anthropic.ts'
import { openStage, type Stage, until } from '../testing/scenarios/stage.ts'
import { failuresIn, openTalk, type Talk } from '../testing/scenarios/talk.ts'

// Everything that a provider is known to do, once in the answer of a turn and once in a summary.

// Some of them take their time, and a busy machine makes more of it.
vi.setConfig({ testTimeout: 120_000 })

async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage({ window: 40_000 })
  await play(stage).finally(() => stage.close())
}

const userMessages = async (talk: Talk) =>
  (await talk.entries()).filter(entry => entry.type === 'message' && entry.message.role === 'user').length

/** Windows that overflow are small, but large enough for what is said here. */
const acting = (name: BehaviourName) => (name.startsWith('overflow') ? behave(name, 8_000) : behave(name))

/** One sentence for people, without the key. */
function expectSentence(sentence: string): void {
  expect(sentence).toMatch(/^[A-Z¶].*[.!?]$/s)
  expect(sentence).not.toContain(fakeKey)
}

describe.concurrent('F5, H5 in a turn, what was said is kept, people are told, and the next turn works', () => {
  test.each(behaviourNames)('%s', name =>
    onStage(async stage => {
      const talk = await openTalk(stage, 3)
      stage.cast.chat = acting(name)
      const telling = talk.say('What now?')
      if (name === 'half-open') {
        await until(() => stage.chats().length > 0)
        await stage.api.stop(talk.id)
      }
      const told = await telling
      for (const { sentence } of failuresIn(told)) expectSentence(sentence)
      expect(JSON.stringify(told)).not.toContain(fakeKey)
      expect(stage.chats().length).toBeLessThanOrEqual(4)
      stage.cast.chat = noted
      expect(failuresIn(await talk.say('Go on.'))).toEqual([])
      expect(await userMessages(talk)).toBe(5)
    }),
  )
})

describe.concurrent('F5, C13 in a summary, the view is condensed or as it was, spending is bounded, and the chat goes on', () => {
  test.each(behaviourNames)('%s', name =>
    onStage(async stage => {
      const talk = await openTalk(stage, 22)
      const before = JSON.stringify((await talk.view()).messages)
      stage.cast.summary = acting(name)
      const condensing = stage.api.compact(talk.id, { force: true }).catch(error => error as LonghandError)
      if (name === 'half-open') {
        await until(() => stage.summaries().length > 0)
        await stage.api.cancelCompaction(talk.id)
      }
      const answer = await condensing
      if (answer instanceof LonghandError) expectSentence(answer.message)
      await until(async () => (await stage.api.conversation(talk.id)).compacting === null, 60_000)
      const receipts = await stage.api.receipts(talk.id)
      if (receipts.length === 0) expect(JSON.stringify((await talk.view()).messages)).toBe(before)
      expect(stage.summaries().length).toBeLessThanOrEqual(mostCalls(name))
      expect(failuresIn(await talk.say('Go on.'))).toEqual([])
    }),
  )
})

/** A summariser that cannot hold the span is asked in parts: four at most, and three more. */
const mostCalls = (name: BehaviourName): number => (name.startsWith('overflow') || name === 'too-large' ? 8 : 3)
