import { classic } from 'longhand'
import { readEvents } from 'longhand/internal/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachChunk } from '../testing/chunks.ts'
import { item } from '../testing/scenarios/bakery.ts'
import { openStage, type Stage, until } from '../testing/scenarios/stage.ts'
import { compactionsIn, openTalk, preparedTalk, sayUntilCondensed, wordsOf } from '../testing/scenarios/talk.ts'

// The acceptance criteria of "Context Compaction" in session management.

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const wire = () => wordsOf(stage.chats().at(-1))

test('M the /compact command triggers manual compaction', async () => {
  const talk = await openTalk(stage, 22)
  const { type, sentence } = await stage.api.command(talk.id, '/compact --force')
  expect(type).toBe('compact')
  expect(sentence).toMatch(/^Condensed \d+ messages: /)
})

test('C1 auto-compaction triggers at the configured threshold', async () => {
  const talk = await openTalk(stage, 8)
  await stage.api.update(talk.id, {
    policy: { ...classic, prepare: 1, threshold: { share: null, tokens: 2_000, messages: null, turns: null } },
  })
  const { used } = await stage.api.status(talk.id)
  expect(used).toBeLessThan(2_000)
  const told = compactionsIn(await sayUntilCondensed(talk))
  expect(told[0]!.data).toMatchObject({ phase: 'started' })
  expect(await talk.share()).toBeLessThan(0.6)
})

test('Q2, C10 the summary preserves key decisions and file context', async () => {
  const talk = await preparedTalk(stage, 'We decided to keep the rates in config/rates.yaml and never in code.')
  await sayUntilCondensed(talk)
  const summary = JSON.stringify((await talk.view()).messages.find(({ kind }) => kind === 'summary'))
  expect(summary).toContain('We decided to keep the rates in config/rates.yaml')
  expect(summary).toContain('never in code')
  expect(summary).toContain('item-9.ts')
})

test('C2 recent messages are preserved intact', async () => {
  const talk = await openTalk(stage, 22)
  await stage.api.compact(talk.id, { force: true })
  await talk.say()
  const recent = [20, 21, 22].flatMap(number => [`user: ${item(number)}`, 'assistant: Noted.'])
  // The first of them follows the summary in one turn: providers want roles to alternate.
  const sent = wire().join('\n').replace('</summary>\n', '</summary>\nuser: ')
  expect(sent.endsWith(`</summary>\n${[...recent, `user: ${item(23)}`].join('\n')}`)).toBe(true)
})

test('C11, X token counts are shown before and after compaction', async () => {
  const talk = await openTalk(stage, 22)
  const before = (await stage.api.status(talk.id)).used
  const { sentence } = await stage.api.command(talk.id, '/compact --force')
  const after = (await stage.api.status(talk.id)).used
  expect(sentence).toContain(`${before.toLocaleString('en')} → ${after.toLocaleString('en')} tokens`)
})

test('H2 a compaction event is emitted for the screens', async () => {
  const talk = await openTalk(stage, 22)
  const live = eachChunk(await stage.api.live({}))
  const heard = (async () => {
    const phases: unknown[] = []
    for await (const { type, id, ...notice } of live) {
      if (type !== 'compaction' || id !== talk.id) continue
      phases.push((notice as { progress?: { phase: string } }).progress?.phase)
      if (phases.length === 2) break
    }
    return phases
  })()
  await stage.api.compact(talk.id, { force: true })
  expect(await heard).toEqual(['started', 'completed'])
})

test('H2 every compaction that counts is one conversation.compacted and one session.compacted on the live feed; below the threshold there is none', async () => {
  const gone = new AbortController()
  const heard: { name: string | undefined; data: Record<string, unknown> }[] = []
  const live = await stage.api.live({ signal: gone.signal })
  const listening = (async () => {
    for await (const events of readEvents(live!))
      for (const { event, data } of events)
        if (String(event).endsWith('.compacted')) heard.push({ name: event, data: JSON.parse(data) })
  })().catch(() => {})
  const [automatic, byHand] = [await preparedTalk(stage), await openTalk(stage, 22)]
  expect(heard).toEqual([])
  await sayUntilCondensed(automatic)
  await stage.api.compact(byHand.id, { force: true })
  await until(() => heard.length === 4)
  const expected = await Promise.all(
    [automatic, byHand].map(async ({ id }) => {
      const [receipt] = await stage.api.receipts(id)
      const saved = { session_id: id, tokens_saved: receipt!.before - receipt!.after }
      return [
        { name: 'conversation.compacted', data: { type: 'conversation.compacted', id, receipt } },
        { name: 'session.compacted', data: { type: 'session.compacted', id, ...saved } },
      ]
    }),
  )
  expect(heard).toEqual(expected.flat())
  gone.abort()
  await listening
})

test('C9 what the summary is asked for can be configured', async () => {
  const talk = await openTalk(stage, 22)
  await stage.api.command(talk.id, '/compact --force keep the price of every third item')
  expect(stage.summaries()[0]!.text).toContain('keep the price of every third item')
})

test('C2 the number of preserved messages can be configured', async () => {
  const talk = await openTalk(stage, 22)
  await stage.api.update(talk.id, { policy: { ...classic, keep: { by: 'messages', amount: 2 } } })
  await stage.api.compact(talk.id, { force: true })
  const { messages } = await talk.view()
  expect(messages.map(({ kind }) => kind)).toEqual(['verbatim', 'summary', 'verbatim', 'verbatim'])
  expect(messages.at(-1)!.span).toEqual({ from: 44, to: 44 })
})

test('C11 the history of compactions is tracked with the conversation', async () => {
  const talk = await openTalk(stage, 22)
  await stage.api.compact(talk.id, { force: true })
  for (let turn = 0; turn < 6; turn++) await talk.say()
  stage.wait(30_000)
  await stage.api.compact(talk.id, { force: true })
  const receipts = await stage.api.receipts(talk.id)
  expect(receipts.map(({ version }) => version)).toEqual([2, 1])
  expect(receipts.every(({ trigger }) => trigger === 'person')).toBe(true)
})

test('C3 a conversation that is too short is answered with a plain reason, and nothing changes', async () => {
  const talk = await openTalk(stage, 2)
  const before = JSON.stringify(await talk.view())
  for (const line of ['/compact', '/compact --force']) {
    const { sentence } = await stage.api.command(talk.id, line)
    expect(sentence).toMatch(/^(No condensing needed|Nothing to condense|Not yet)/)
  }
  expect(JSON.stringify(await talk.view())).toBe(before)
  expect(stage.fake.calls).toEqual([])
})
