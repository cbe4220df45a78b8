import { answer, armFailpoints, type Behaviour, behave, disarmFailpoints } from 'longhand/internal/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { eachChunk } from '../testing/chunks.ts'
import { goodSummary } from '../testing/scenarios/bakery.ts'
import { hasty } from '../testing/scenarios/small-anthropic.ts'
import { openStage, type Stage, until } from '../testing/scenarios/stage.ts'
import {
  compactionsIn,
  failuresIn,
  openTalk,
  preparedTalk,
  sayUntilCondensed,
  wordsOf,
} from '../testing/scenarios/talk.ts'

// What happens when … : the edge cases of chat context window management.

let stage: Stage
afterEach(async () => {
  disarmFailpoints()
  await stage.close()
})

async function warningOn(notices: ReturnType<typeof eachChunk>): Promise<unknown> {
  for await (const notice of notices) if (notice.type === 'warning') return notice
  return null
}

describe('… the summarisation API is unavailable?', () => {
  test('F5 below the limit the chat goes on as it is, and the view is not touched', async () => {
    stage = await openStage({ policy: { prepare: 1 }, cast: { summary: behave('bad-key') } })
    const talk = await openTalk(stage, 28)
    const told = await sayUntilCondensed(talk)
    expect(failuresIn(told)).toEqual([])
    await until(async () => (await stage.api.conversation(talk.id)).compacting === null)
    expect((await talk.view()).messages.every(({ kind }) => kind === 'verbatim')).toBe(true)
  })

  test('F1 at the limit the originals’ own words take the place of a summary, and the receipt says so', async () => {
    stage = await openStage({ policy: { prepare: 1 }, cast: { summary: behave('bad-key') } })
    const talk = await openTalk(stage, 36)
    const told = await talk.say()
    expect(failuresIn(told)).toEqual([])
    expect(await stage.api.receipts(talk.id)).toMatchObject([{ trigger: 'limit', method: 'extract', model: null }])
    expect(wordsOf(stage.chats().at(-1))[0]).toContain('<summary>')
    expect(stage.summaries()).toEqual([])
  })

  test('F1 when a summary was asked for in vain, they take its place too', async () => {
    stage = await openStage({ window: 40_000, really: 3_000, cast: { summary: behave('bad-key') } })
    const talk = await openTalk(stage, 40)
    expect(failuresIn(await talk.say())).toEqual([])
    expect(await stage.api.receipts(talk.id)).toMatchObject([{ trigger: 'overflow', method: 'extract', model: null }])
    expect(stage.summaries()).not.toEqual([])
  })
})

describe('… checkpoint storage fails?', () => {
  test('F5 saving is tried again with growing pauses', async () => {
    stage = await openStage()
    const talk = await openTalk(stage, 3)
    armFailpoints('checkpoints.create:before=throw@1; checkpoints.create:before=throw@2')
    await talk.say('We decided to close on Mondays.')
    await until(async () => (await stage.api.checkpoints(talk.id)).length > 0)
    expect(await stage.api.checkpoints(talk.id)).toMatchObject([{ kind: 'automatic', tags: ['decision'] }])
  })

  test('F5 when it never works, the conversation goes on, and open screens are warned', async () => {
    stage = await openStage()
    const talk = await openTalk(stage, 3)
    const listening = new AbortController()
    const warned = warningOn(eachChunk(await stage.api.live({ signal: listening.signal })))
    armFailpoints('checkpoints.create:before=throw')
    expect(failuresIn(await talk.say('We decided to close on Mondays.'))).toEqual([])
    expect(failuresIn(await talk.say('Go on.'))).toEqual([])
    expect(await stage.api.checkpoints(talk.id)).toEqual([])
    expect(await warned).toMatchObject({
      id: talk.id,
      sentence: expect.stringMatching(/checkpoint could not be saved/),
    })
    listening.abort()
  })

  test('K2 the checkpoint before a compaction is part of its commit: there is one, or neither', async () => {
    stage = await openStage()
    const talk = await preparedTalk(stage)
    await sayUntilCondensed(talk)
    expect(await stage.api.checkpoints(talk.id)).toMatchObject([{ kind: 'before-compaction' }])
  })
})

describe('… the token count differs from what the API counts?', () => {
  test('F2, T5 an overflow is answered with one compaction and one retry; the real window is remembered, the figure of the person stays theirs', async () => {
    stage = await openStage({ window: 40_000, really: 3_000 })
    const talk = await openTalk(stage, 40)
    expect(await talk.share()).toBeLessThan(0.2)
    const told = await talk.say()
    expect(failuresIn(told)).toEqual([])
    expect(compactionsIn(told).at(-1)!.data).toMatchObject({ phase: 'completed', receipt: { trigger: 'overflow' } })
    expect(stage.chats()).toHaveLength(2)
    expect(await stage.api.calibrations()).toMatchObject([{ window: 3_000 }])
    expect((await stage.api.status(talk.id)).window).toBe(40_000)
    expect(failuresIn(await talk.say())).toEqual([])
  })

  test('C17 with condensing off, an overflow is told and nothing is changed', async () => {
    const reads = [
      { type: 'call', id: 'call_1', name: 'read_file', input: { path: 'a.txt', letters: 15_000 } },
    ] as const
    stage = await openStage({ window: 40_000, really: 3_000, policy: { automatic: 'off' } })
    stage.cast.chat = () => answer(reads, 'calls')
    const talk = await openTalk(stage)
    expect(failuresIn(await talk.say('Read it.'))).toMatchObject([{ code: 'does-not-fit' }])
    expect((await talk.entries()).map(({ type }) => type)).toEqual(['message', 'message', 'message'])
    expect(stage.chats()).toHaveLength(2)
  })
})

describe('… a checkpoint of a different model is restored?', () => {
  test('K6 a smaller window is warned of, and accepted when confirmed', async () => {
    stage = await openStage({ window: 2_000, policy: { automatic: 'off' } })
    const talk = await openTalk(stage, 26)
    await stage.api.update(talk.id, { model: `anthropic/${hasty}` })
    const saved = await stage.api.saveCheckpoint(talk.id, 'with a large window')
    await stage.api.command(talk.id, '/model anthropic/claude-opus-4-6')
    await expect(stage.api.restore(talk.id, saved.id, false)).rejects.toMatchObject({ code: 'conflict' })
    expect(await stage.api.restore(talk.id, saved.id, true)).toMatchObject({ head: 52 })
  })
})

describe('… compaction is attempted concurrently?', () => {
  test('C12 the attempts are serialised: a duplicate is answered with the one that runs', async () => {
    const slowly: Behaviour = () => ({ ...answer(goodSummary), delivery: { type: 'slow', ms: 300 } })
    stage = await openStage({ cast: { summary: slowly } })
    const talk = await openTalk(stage, 22)
    const answers = await Promise.all([1, 2, 3].map(() => stage.api.compact(talk.id, { force: true }).catch(e => e)))
    expect(stage.summaries()).toHaveLength(1)
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  })
})

describe('… the same conversation is open on several devices?', () => {
  test('W6 the last write wins, the other is told, and what it wrote stays as a branch', async () => {
    stage = await openStage()
    const talk = await openTalk(stage, 3)
    const last = (await talk.entries()).at(-1)!.id
    const heard: string[] = []
    const listening = new AbortController()
    void (async () => {
      for await (const notice of eachChunk(await stage.api.live({ signal: listening.signal })))
        if (notice.type === 'conversation' && notice.id === talk.id) heard.push(notice.type)
    })().catch(() => {})
    await until(async () => {
      await stage.api.update(talk.id, { title: 'Prices' })
      return heard.length > 0
    })
    heard.length = 0
    await stage.api.send(talk.id, { clientId: 'laptop', text: 'From the laptop', after: last }, {})
    await until(() => heard.length > 0)
    await until(async () => (await stage.api.conversation(talk.id)).turn === null)
    await stage.api.send(talk.id, { clientId: 'phone', text: 'From the phone', after: last }, {})
    await until(async () => (await stage.api.conversation(talk.id)).turn === null)
    expect(JSON.stringify(await talk.entries())).toContain('From the phone')
    const other = (await stage.api.branches(talk.id)).find(({ current }) => !current)!
    await stage.api.switchBranch(talk.id, other.line, other.head)
    expect(JSON.stringify(await talk.entries())).toContain('From the laptop')
    listening.abort()
  })
})
