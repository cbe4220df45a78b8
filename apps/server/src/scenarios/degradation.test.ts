import { answer } from 'longhand/internal/testing'
import { afterEach, expect, test } from 'vitest'
import { openStage, type Stage, type StageOptions, until } from '../testing/scenarios/stage.ts'
import { compactionsIn, openTalk, sayUntilCondensed } from '../testing/scenarios/talk.ts'

// What people are told when a compaction is less than it was meant to be.

let stage: Stage
afterEach(() => stage.close())

/** The receipt of the first automatic compaction, as the stream of an answer tells it. */
async function automatic(options: StageOptions) {
  stage = await openStage(options)
  const talk = await openTalk(stage, 25)
  await sayUntilCondensed(talk)
  await until(async () => (await stage.api.receipts(talk.id)).length > 0)
  return (await stage.api.receipts(talk.id))[0]!
}

test('F1 a summary model without a key: the originals’ own words, and the receipt says so', async () => {
  const receipt = await automatic({ summaryModel: 'openai/gpt-5-mini' })
  expect(receipt).toMatchObject({ model: null, method: 'extract', warnings: ['summariser-key'] })
})

test('F1 a summary by the model has nothing to warn of', async () => {
  expect(await automatic({})).toMatchObject({ method: 'summary', warnings: [] })
})

test('F1 when nobody could wait for the model, the receipt and the stream say so', async () => {
  stage = await openStage({
    policy: { prepare: 1 },
    cast: { summary: () => ({ ...answer('…'), delivery: { type: 'half-open' } }) },
  })
  const talk = await openTalk(stage, 25)
  await talk.fill(0.7)
  const told = compactionsIn(await talk.say('And this. '.repeat(500)))
  expect(told.at(-1)!.data).toMatchObject({ phase: 'completed', receipt: { trigger: 'limit', warnings: ['no-time'] } })
})

test('F1 a preview warns before it counts', async () => {
  stage = await openStage({ cast: { summary: () => answer('') } })
  const talk = await openTalk(stage, 22)
  expect(await stage.api.compact(talk.id, { force: true, preview: true })).toMatchObject({
    type: 'preview',
    warnings: ['draft-rejected'],
  })
})

test('F1 O1 who chose the offline summaries is not warned of them, not even when there is no time', async () => {
  stage = await openStage({ summaryModel: 'offline/extractive', policy: { prepare: 1 } })
  const talk = await openTalk(stage, 25)
  expect(await stage.api.compact(talk.id, { force: true })).toMatchObject({ receipt: { warnings: [] } })
  const other = await openTalk(stage, 25)
  await other.fill(0.7)
  await other.say('And this. '.repeat(500))
  expect(await stage.api.receipts(other.id)).toMatchObject([{ trigger: 'limit', warnings: [] }])
})
