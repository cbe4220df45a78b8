import { answer, type Behaviour } from 'longhand/internal/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { item } from '../testing/scenarios/bakery.ts'
import { hasty } from '../testing/scenarios/small-anthropic.ts'
import { openStage, type Stage } from '../testing/scenarios/stage.ts'
import { compactionsIn, openTalk, preparedTalk, sayUntilCondensed, wordsOf } from '../testing/scenarios/talk.ts'

// The scenarios of the requirements "Auto Compact" and "Conversation History".

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const wire = () => wordsOf(stage.chats().at(-1))

describe('Auto Compact', () => {
  test('C1, H2 Short conversation (no compact): all messages are sent as they are and no event is emitted', async () => {
    const talk = await openTalk(stage, 5)
    const told = await talk.say()
    expect(compactionsIn(told)).toEqual([])
    const history = Array.from({ length: 6 }, (_, at) => [`user: ${item(at + 1)}`, 'assistant: Noted.']).flat()
    expect(wire()).toEqual(history.slice(0, -1))
    expect(stage.summaries()).toEqual([])
  })

  test('C1, C2, C8, H2 Long conversation triggers compact: older messages by the fast model, the last 6 intact, one event', async () => {
    await stage.close()
    stage = await openStage({ summaryModel: `anthropic/${hasty}` })
    const talk = await preparedTalk(stage)
    const told = compactionsIn(await sayUntilCondensed(talk))
    expect(stage.summaries().map(({ model }) => model)).toEqual([hasty])
    expect(stage.summaries()[0]!.text).toContain(item(2).trim())
    const last = [2, 1, 0].map(back => `user: ${item(talk.said() - back)}`)
    expect(
      wire()
        .filter(words => words.startsWith('user: Item'))
        .slice(-3),
    ).toEqual(last)
    expect(wire().slice(-6)).toHaveLength(6)
    expect(wire().slice(-6).join()).not.toContain('<summary>')
    expect(wire().join()).not.toContain(item(2))
    expect(told.at(-1)!.data).toMatchObject({ phase: 'completed' })
  })

  test('Q2, V11 Compact preserves context: what was decided in the summarised part can be answered from what is sent', async () => {
    const talk = await preparedTalk(stage, 'We decided to bake the rye bread at 4:30. Never sell it on a Sunday.')
    await sayUntilCondensed(talk)
    stage.cast.chat = quoter
    const told = await talk.say('Remind me: when do we bake rye bread, and what about the Sunday?')
    const said = told.map(({ delta = '' }) => delta).join('')
    expect(said).toContain('bake the rye bread at 4:30')
    expect(said).toContain('Never sell it on a Sunday')
  })

  test('W3 Compact indicator displayed: it stands between the folded and the recent messages and says how many were kept', async () => {
    const talk = await preparedTalk(stage)
    const { receipt, keeping } = compactionsIn(await sayUntilCondensed(talk)).at(-1)!.data as {
      receipt: { kept: number; folded: number; span: { to: number } }
      keeping: number
    }
    const shown = (await talk.view()).messages.filter(({ kind }) => kind === 'verbatim')
    expect(receipt.kept).toBe(shown.length - 1)
    expect(keeping).toBe(6)
    const entries = await talk.entries()
    const divider = entries.findIndex(({ type }) => type === 'compaction')
    expect(entries[divider]!.depth).toBeGreaterThan(receipt.span.to)
    expect(entries.slice(divider + 1).map(({ type }) => type)).toEqual(['message'])
  })

  test('D1, V4 Summary persisted to database: later requests for the same conversation reuse the stored summary', async () => {
    const talk = await preparedTalk(stage)
    await sayUntilCondensed(talk)
    const stored = (await talk.view()).messages.find(({ kind }) => kind === 'summary')
    for (let turn = 0; turn < 2; turn++) await talk.say('And then?')
    expect(wire()[0]).toContain('The person agreed the prices of the bakery one by one')
    expect((await talk.view()).messages.find(({ kind }) => kind === 'summary')).toEqual(stored)
    expect(stage.summaries()).toHaveLength(1)
  })

  test('V1, V4 Resume compacted conversation: the stored summary is used after a reload and the full history is seen', async () => {
    const talk = await preparedTalk(stage)
    await sayUntilCondensed(talk)
    const reloaded = await stage.second()
    const { entries } = await reloaded.api.entries(talk.id, { limit: 500 })
    const words = entries.flatMap(entry => (entry.type === 'message' && entry.message.role === 'user' ? [entry] : []))
    expect(words).toHaveLength(talk.said())
    await talk.say(undefined, reloaded.api)
    expect(wire()[0]).toContain('<summary>')
    expect(stage.summaries()).toHaveLength(1)
    await reloaded.close()
  })
})

describe('Conversation History', () => {
  test('V3, V4 Continue conversation: previous messages are included; beyond the threshold a summary stands for the older ones', async () => {
    const talk = await preparedTalk(stage)
    await talk.say()
    expect(wire()).toHaveLength(2 * talk.said() - 1)
    await sayUntilCondensed(talk)
    expect(wire().length).toBeLessThan(2 * talk.said() - 1)
    expect(wire().join()).toContain('item-3.ts')
  })
})

/** A model that knows what it was sent, except for the question, and nothing else. */
const quoter: Behaviour = ({ turns }) => {
  const lines = turns.slice(0, -1).flatMap(({ text }) => text.split('\n'))
  return answer(lines.filter(line => /rye|Sunday/.test(line)).join(' ') || 'I do not know.')
}
