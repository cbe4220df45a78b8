import { answer } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { item, noted } from '../testing/scenarios/bakery.ts'
import { openStage, type Stage } from '../testing/scenarios/stage.ts'
import { failuresIn, openTalk, type Talk, wordsOf } from '../testing/scenarios/talk.ts'

// User story 6: Protected Messages.

const wish = 'Remember this exactly:\n  "Semmel  0,45 €"\t(two spaces, a tab, a comma)'

let stage: Stage
let talk: Talk
beforeEach(async () => {
  stage = await openStage()
  talk = await openTalk(stage, 22, wish)
})
afterEach(() => stage.close())

const condense = async () =>
  expect(await stage.api.compact(talk.id, { force: true })).toMatchObject({ type: 'completed' })

test('US6.1 P1 the first message is always preserved unchanged', async () => {
  await condense()
  await talk.say('Go on.')
  expect(wordsOf(stage.chats().at(-1))[0]!.startsWith(`user: ${item(1)}`)).toBe(true)
  expect(stage.summaries()[0]!.text).not.toContain(item(1).trim())
  expect((await talk.view()).messages[0]).toMatchObject({ kind: 'verbatim', span: { from: 1, to: 1 } })
})

test('US6.2 P2 marking a message leaves a visible mark on it, and its whole exchange is shielded', async () => {
  await stage.api.protect(talk.id, 5, 'protect')
  const mark = (await talk.entries()).at(-1)
  expect(mark).toMatchObject({ type: 'protection', action: 'protect', span: { from: 5, to: 5 } })
  await condense()
  expect((await talk.view()).messages.map(({ span }) => span.from)).toContain(5)
})

test('US6.3 P3 protected messages are never sent to be summarised, and stay word for word', async () => {
  await stage.api.protect(talk.id, 5, 'protect')
  await condense()
  expect(stage.summaries()[0]!.text).toContain(item(4).trim())
  expect(stage.summaries()[0]!.text).not.toContain('Semmel')
  await talk.say('Go on.')
  expect(wordsOf(stage.chats().at(-1)).join('\n')).toContain(wish)
})

test('US6 P2 one that is released is folded by the next compaction', async () => {
  await stage.api.protect(talk.id, 5, 'protect')
  await stage.api.protect(talk.id, 5, 'release')
  await condense()
  expect(stage.summaries()[0]!.text).toContain('Semmel')
})

test('US6 P3 a protected tool output is not cut when room runs out; one that is not protected is', async () => {
  const reads = [{ type: 'call', id: 'call_1', name: 'read_file', input: { path: 'a.txt', letters: 5_400 } }] as const
  const script = [answer(reads, 'calls'), answer('Read.')]
  stage.cast.chat = request => script.shift() ?? noted(request)
  const other = await openTalk(stage)
  for (let turn = 0; turn < 4; turn++) await other.say()
  await other.say('Read it.')
  const output = (await other.entries()).findLast(entry => entry.type === 'message' && entry.message.role === 'tool')!
  const whole = `a.txt: ${'lorem ipsum '.repeat(450)}`
  await stage.api.command(other.id, `/protect ${output.depth}`)
  const isReadWhole = async () => {
    await stage.api.compact(other.id, { force: true }).catch(() => null)
    await other.say('x '.repeat(600))
    return stage.chats().at(-1)!.text.includes(whole)
  }
  for (let turn = 0; turn < 4; turn++) await other.say()
  expect(await isReadWhole()).toBe(true)
  await stage.api.command(other.id, `/unprotect ${output.depth}`)
  for (let turn = 0; turn < 6; turn++) await other.say()
  expect(await isReadWhole()).toBe(false)
})

test('US6 P4 when protection leaves no room, the refusal names what to release, and releasing it helps', async () => {
  const long = `Remember all of this. ${'Semmel costs 45 cents. '.repeat(330)}`
  const full = await openTalk(stage, 22, long)
  await stage.api.protect(full.id, 5, 'protect')
  const [failure] = failuresIn(await full.say('And this. '.repeat(500)))
  expect(failure).toMatchObject({ code: 'does-not-fit' })
  expect(failure!.sentence).toMatch(/ Release ¶ 5 \(2,\d{3}\) to make room: it is protected\.$/)
  await stage.api.protect(full.id, 5, 'release')
  expect(failuresIn(await full.say('Again.'))).toEqual([])
})

test('US6 P4 /compact that finds nothing because all is protected says what to release', async () => {
  for (let number = 2; number <= 44; number++) await stage.api.protect(talk.id, number, 'protect')
  const { sentence, value } = await stage.api.command(talk.id, '/compact --force')
  expect(value).toMatchObject({ type: 'rested', reason: 'nothing-to-fold' })
  expect(sentence).toMatch(/ Release (¶ \d+ \(\d+\)(, )?){3}( and \d+ more)? to make room: they are protected\.$/)
})

test('US6 P4 what protection costs is listed largest first, in the state of a conversation and by /context', async () => {
  for (const number of [6, 5, 7]) await stage.api.protect(talk.id, number, 'protect')
  const { protected: costs, status } = await stage.api.conversation(talk.id)
  expect(costs.map(({ from }) => from)).toEqual([7, 5, 6])
  expect(costs.map(({ count }) => count)).toEqual(costs.map(({ count }) => count).toSorted((a, b) => b - a))
  expect(status.breakdown.protected).toBeGreaterThan(0)
  const { sentence } = await stage.api.command(talk.id, '/context')
  expect(sentence).toContain(`protected: ¶ 7 (${costs[0]!.count}), ¶ 5 (${costs[1]!.count}), ¶ 6 (${costs[2]!.count})`)
})
