import { systemClock } from 'longhand/internal/engine'
import { answer, type Behaviour } from 'longhand/internal/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { goodSummary } from '../testing/scenarios/bakery.ts'
import { hasty, summariser } from '../testing/scenarios/small-anthropic.ts'
import { openStage, type Stage } from '../testing/scenarios/stage.ts'
import { openTalk } from '../testing/scenarios/talk.ts'

// User story 5: Manual Compaction Control.

/** A clock on which long waits are short. */
const hurriedClock = {
  now: systemClock.now,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms >= 9_000 ? ms / 100 : ms, signal),
}

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

describe.each(['/compact --force', '/compact --force --fast'])('US5.3 SC-004 %s ends with a compaction', command => {
  test.each([
    ['never answers', { ...answer(goodSummary), delivery: { type: 'half-open' } }],
    ['answers a letter at a time', { ...answer(goodSummary), delivery: { type: 'drip', bytes: 1, ms: 50 } }],
    ['is overloaded', { type: 'failure', kind: 'overloaded' }],
    ['refuses the key', { type: 'failure', kind: 'bad-key' }],
    ['says nothing', answer('')],
  ] as readonly (readonly [string, ReturnType<Behaviour>])[])('when the model %s', async (_, reply) => {
    stage = await openStage({ clock: hurriedClock, cast: { summary: () => reply } })
    const talk = await openTalk(stage, 22)
    const { value, sentence } = await stage.api.command(talk.id, command)
    expect(value).toMatchObject({ type: 'completed', receipt: { trigger: 'person', method: 'extract', model: null } })
    expect(sentence).toMatch(/^Condensed \d+ messages.* own words\. \w/)
    expect((await stage.api.receipts(talk.id))[0]!.warnings).toHaveLength(1)
    expect((await talk.view()).messages[1]!.kind).toBe('summary')
  })
})

test('US5.4 C12 within 30 seconds of the last one, /compact explains the cooldown; after that it is possible', async () => {
  stage = await openStage()
  const talk = await openTalk(stage, 22)
  await stage.api.command(talk.id, '/compact --force')
  const tooSoon = async (command: string) => {
    const { sentence, value } = await stage.api.command(talk.id, command)
    expect(value).toMatchObject({ type: 'rested', reason: 'cooling-down' })
    expect(sentence).toMatch(/It was last condensed \d+ s ago\. Possible again in \d+ s\./)
  }
  await tooSoon('/compact')
  await tooSoon('/compact --force')
  for (let turn = 0; turn < 6; turn++) await talk.say()
  await tooSoon('/compact --force')
  stage.wait(30_000)
  expect((await stage.api.command(talk.id, '/compact --force')).value).toMatchObject({ type: 'completed' })
})

describe('C7 what cannot get smaller is answered with that, not with an error', () => {
  test('when the text is as long as what it should replace, the originals’ own words are shorter', async () => {
    const wordy = answer(`${goodSummary}\n${'It was agreed again. '.repeat(100)}`)
    stage = await openStage({ window: 20_000, cast: { summary: () => wordy } })
    const talk = await openTalk(stage, 10)
    const own = { type: 'completed', receipt: { method: 'extract', model: null } }
    expect(await stage.api.compact(talk.id, { preview: true })).toMatchObject({ type: 'preview' })
    const done = await stage.api.compact(talk.id, { force: true })
    expect(done).toMatchObject(own)
    expect(done.type === 'completed' && done.receipt.reduction).toBeGreaterThan(0.1)
  })

  test('when the messages are too short to be said in fewer words', async () => {
    stage = await openStage({ cast: { chat: () => answer('Noted.') } })
    const talk = await openTalk(stage)
    for (let turn = 0; turn < 8; turn++) await talk.say('Yes.')
    const { sentence, value } = await stage.api.command(talk.id, '/compact --force')
    expect(value).toMatchObject({ type: 'rested', reason: 'little-to-gain' })
    expect(sentence).toBe('Not worth it: it would save less than 10%.')
  })
})
