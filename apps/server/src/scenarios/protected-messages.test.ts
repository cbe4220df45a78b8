import { afterEach, beforeEach, expect, test } from 'vitest'
import { item } from '../testing/scenarios/bakery.ts'
import { openStage, type Stage } from '../testing/scenarios/stage.ts'
import { openTalk, type Talk, wordsOf } from '../testing/scenarios/talk.ts'

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
