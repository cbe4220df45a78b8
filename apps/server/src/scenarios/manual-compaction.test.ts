import { afterEach, expect, test } from 'vitest'
import { hasty, summariser } from './small-anthropic.ts'
import { openStage, type Stage } from './stage.ts'
import { openTalk } from './talk.ts'

// User story 5: Manual Compaction Control.

let stage: Stage
afterEach(() => stage.close())

test('US5.1 M, C11 /compact condenses and displays tokens before and after and the reduction', async () => {
  stage = await openStage({ policy: { automatic: 'off' } })
  const talk = await openTalk(stage, 33)
  const { sentence, value } = await stage.api.command(talk.id, '/compact')
  const { receipt } = value as { receipt: { before: number; after: number; reduction: number } }
  const grouped = (count: number) => count.toLocaleString('en')
  expect(sentence).toContain(`${grouped(receipt.before)} → ${grouped(receipt.after)} tokens`)
  expect(receipt.reduction).toBeCloseTo(1 - receipt.after / receipt.before, 6)
  expect(receipt.after).toBeLessThan((await stage.api.status(talk.id)).window! * 0.5)
})

test('US5.1 M below the threshold /compact says so and does nothing', async () => {
  stage = await openStage()
  const talk = await openTalk(stage, 22)
  const { sentence } = await stage.api.command(talk.id, '/compact')
  expect(sentence).toMatch(/^No condensing needed: \d+% used; it starts at 80%/)
  expect(stage.fake.calls).toEqual([])
})

test('US5.2 M /compact --force condenses below the threshold too', async () => {
  stage = await openStage()
  const talk = await openTalk(stage, 22)
  const { value } = await stage.api.command(talk.id, '/compact --force')
  expect(value).toMatchObject({ type: 'completed', receipt: { trigger: 'person', phase: 'by-hand' } })
  expect((await talk.view()).messages[1]!.kind).toBe('summary')
})

test('US5.3 C8 /compact --fast asks the fast model in place of the usual one', async () => {
  stage = await openStage()
  for (const [flags, model] of [
    ['--force', summariser],
    ['--force --fast', hasty],
  ]) {
    const talk = await openTalk(stage, 22)
    await stage.api.command(talk.id, `/compact ${flags}`)
    expect(stage.summaries().at(-1)!.model).toBe(model)
    expect(await stage.api.receipts(talk.id)).toMatchObject([{ model: `anthropic/${model}` }])
  }
})

test('US5.4 C12 within 30 seconds of the last one, /compact explains the cooldown; after that it is possible', async () => {
  stage = await openStage()
  const talk = await openTalk(stage, 22)
  await stage.api.command(talk.id, '/compact --force')
  for (let turn = 0; turn < 6; turn++) await talk.say()
  const { sentence, value } = await stage.api.command(talk.id, '/compact --force')
  expect(value).toMatchObject({ type: 'rested', reason: 'cooling-down' })
  expect(sentence).toMatch(/The last condensing was \d+ s ago\. Possible again in \d+ s\./)
  stage.wait(30_000)
  expect((await stage.api.command(talk.id, '/compact --force')).value).toMatchObject({ type: 'completed' })
})
