import { answer, armFailpoints, behave, disarmFailpoints, reached } from 'longhand/internal/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachChunk } from '../testing/chunks.ts'
import { goodSummary, item } from '../testing/scenarios/bakery.ts'
import { openStage, type Stage, until } from '../testing/scenarios/stage.ts'
import { compactionsIn, openTalk, preparedTalk, sayUntilCondensed, wordsOf } from '../testing/scenarios/talk.ts'

// The message flow scenarios and edge cases of the fork model: people see everything, the model reads a view.

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(async () => {
  disarmFailpoints()
  await stage.close()
})

const wire = () => wordsOf(stage.chats().at(-1))

describe('message flow', () => {
  test('1 V3 fresh conversation: the model reads what people see', async () => {
    const talk = await openTalk(stage)
    await talk.say('Hello')
    await talk.say('Help me build X')
    const shown = (await talk.entries()).flatMap(entry => (entry.type === 'message' ? [entry.message] : []))
    expect((await talk.view()).messages.map(({ message }) => message)).toEqual(shown)
  })

  test('2 V1 compaction leaves what people see unchanged', async () => {
    const talk = await openTalk(stage, 22)
    const before = await talk.entries()
    await stage.api.compact(talk.id, { force: true })
    expect((await talk.entries()).slice(0, before.length)).toEqual(before)
    expect((await talk.view()).messages.length).toBeLessThan(before.length)
  })

  test('3 V4, V8 later turns append to both; the beginning of the view stays byte for byte', async () => {
    const talk = await openTalk(stage, 22)
    await stage.api.compact(talk.id, { force: true })
    const { messages } = await talk.view()
    for (let turn = 0; turn < 3; turn++) await talk.say()
    const later = (await talk.view()).messages
    expect(JSON.stringify(later.slice(0, messages.length))).toBe(JSON.stringify(messages))
    expect(later).toHaveLength(messages.length + 6)
  })

  test('4 V5 a second compaction takes in the first summary and moves forward', async () => {
    const talk = await preparedTalk(stage)
    await sayUntilCondensed(talk)
    const [first] = await stage.api.receipts(talk.id)
    await talk.fill(0.7)
    // C20 nobody is asked for it, so nothing is written ahead; C12 it is long enough after the first.
    stage.wait(60_000)
    await sayUntilCondensed(talk)
    const [second] = await stage.api.receipts(talk.id)
    expect(second).toMatchObject({ version: 2 })
    expect(second!.span.to).toBeGreaterThan(first!.span.to)
    expect(wire()[0]).toContain('The person agreed the prices of the bakery')
  })

  test('5 V4 session resumption: tomorrow, in another process, the fork is where it was', async () => {
    const talk = await preparedTalk(stage)
    await sayUntilCondensed(talk)
    stage.wait(24 * 3_600_000)
    const tomorrow = await stage.second()
    await talk.say('Good morning', tomorrow.api)
    expect(wire()[0]).toContain('<summary>')
    expect(wire().at(-1)).toBe('user: Good morning')
    expect(stage.summaries()).toHaveLength(1)
    await tomorrow.close()
  })
})

describe('edge cases', () => {
  test('1 C1 nothing is compacted in the middle of a response', async () => {
    const talk = await preparedTalk(stage)
    stage.cast.chat = () => ({
      ...answer(`Noted. ${'So it is. '.repeat(40)}`),
      delivery: { type: 'drip', bytes: 400, ms: 2 },
    })
    for (let turn = 0; turn < 5; turn++) {
      const types: string[] = []
      const body = await stage.api.send(talk.id, { clientId: `e${turn}`, text: item(40 + turn) }, {})
      for await (const { type } of eachChunk(body)) types.push(type)
      const said = types.indexOf('text-start')
      expect(types.slice(said, types.lastIndexOf('text-end'))).not.toContain('data-compaction')
    }
    expect(await stage.api.receipts(talk.id)).toHaveLength(1)
  })

  test('2 C3 under 10 messages nothing is compacted', async () => {
    const talk = await openTalk(stage)
    const told = []
    for (let turn = 0; turn < 3; turn++) told.push(...(await talk.say('It was agreed. '.repeat(180))))
    expect(await talk.share()).toBeGreaterThan(0.8)
    expect(compactionsIn(told)).toEqual([])
    expect(stage.summaries()).toEqual([])
  })

  test('3 F4 when the person stops, no part of a compaction is saved', async () => {
    Object.assign(stage.cast, { summary: behave('half-open'), chat: behave('half-open') })
    const talk = await openTalk(stage, 33)
    expect(await talk.share()).toBeGreaterThan(0.8)
    const before = (await talk.view()).messages
    await stage.api.send(talk.id, { clientId: 'late', text: 'Much by now.' }, {})
    await until(async () => (await stage.api.conversation(talk.id)).compacting !== null)
    await until(() => stage.summaries().length === 1)
    await stage.api.stop(talk.id)
    await until(async () => (await stage.api.conversation(talk.id)).turn === null)
    await until(async () => (await stage.api.conversation(talk.id)).compacting === null)
    expect((await talk.view()).messages.slice(0, before.length)).toEqual(before)
    expect(await stage.api.receipts(talk.id)).toEqual([])
  })

  test('4 F3 when the summary fails, the conversation goes on without, and the next turn tries again', async () => {
    stage.cast.summary = behave('bad-key')
    const talk = await openTalk(stage, 26)
    await talk.fill(0.7)
    // A turn may try before and after its answer.
    await until(() => stage.summaries().length > 0)
    const failed = stage.summaries().length
    stage.cast.summary = () => answer(goodSummary)
    await talk.say()
    await stage.prepared(talk.id)
    expect(stage.summaries().length).toBeGreaterThan(failed)
  })

  test('5 C5 messages added while it is written do not spoil it', async () => {
    armFailpoints('compactions.finish:before=pause')
    const talk = await openTalk(stage, 22)
    const begun = stage.api.compact(talk.id, { force: true })
    await reached('compactions.finish:before')
    await talk.say('Meanwhile.')
    disarmFailpoints()
    await begun
    await until(async () => (await stage.api.receipts(talk.id)).length === 1)
    expect(JSON.stringify(await talk.view())).toContain('Meanwhile.')
  })

  test('5 C5, C13 protecting a message inside its span does: the view stays as it was', async () => {
    armFailpoints('compactions.finish:before=pause')
    const talk = await openTalk(stage, 22)
    const spoiled = stage.api.compact(talk.id, { force: true })
    await reached('compactions.finish:before')
    await stage.api.protect(talk.id, 5, 'protect')
    disarmFailpoints()
    await spoiled.catch(() => null)
    expect(await stage.api.receipts(talk.id)).toEqual([])
    expect((await talk.view()).messages.every(({ kind }) => kind === 'verbatim')).toBe(true)
  })

  test('6 C10 of tool calls the summariser reads name and outcome, not the whole output', async () => {
    const calls = [
      { type: 'call', id: 'call_1', name: 'read_file', input: { path: 'big.log', letters: 9_000 } },
    ] as const
    const talk = await openTalk(await bigger(), 22)
    stage.cast.chat = ({ turns }) => (turns.at(-1)!.role === 'tool' ? answer('Read.') : answer(calls, 'calls'))
    await talk.say('Read the log.')
    stage.cast.chat = () => answer('Noted.')
    for (let turn = 0; turn < 4; turn++) await talk.say()
    await stage.api.compact(talk.id, { force: true })
    const { text } = stage.summaries()[0]!
    expect(text).toContain('read_file')
    expect(text).toContain('big.log')
    expect(text.length).toBeLessThan(22_000)
    const view = JSON.stringify(await talk.view())
    expect(view).toContain('big.log')
    expect(view.split('lorem ipsum').length).toBeLessThan(150)
  })

  async function bigger(): Promise<Stage> {
    await stage.close()
    stage = await openStage({ window: 20_000 })
    return stage
  }
})
