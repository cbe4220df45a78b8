import { expect, test } from 'vitest'
import { terminalRoomForTests } from '../../../testing/terminal-room.ts'
import { ctrl, keys } from '../../../testing/watched-terminal.ts'

const room = terminalRoomForTests()

test('X, C12, C15 /compact says that it is not needed, then what it did; it cools down, is looked at, undone and redone', async () => {
  const id = await room().sample()
  const chat = room().open(['chat', id])
  await chat.sees('tokens – 80%')
  chat.type(`/compact${keys.enter}`)
  await chat.sees('No compaction needed: 79.8% used; it starts at 80%. Add --force to do it now.')

  await startsAt(id, 0.5)
  chat.type(`/compact${keys.enter}`)
  expect(await chat.sees(receipt)).toContain(await receiptOf(id))
  await chat.sees(/tokens – [1-4]\d%/)
  chat.type(`/compact${keys.enter}`)
  await chat.sees(/It was last condensed \d+ s ago\. Possible again in \d+ s\./)
  chat.type(`/compact --force${keys.enter}`)
  await chat.sees(/Possible again in \d+ s/)

  chat.type(ctrl('o'))
  await chat.sees(/Context condensed \([\d,]+ → [\d,]+ tokens\)[\s\S]*Esc back/)
  chat.type(keys.esc)
  await chat.sees('^K checkpoints')
  chat.type(ctrl('v'))
  await chat.sees(/summary ┃[\s\S]*Esc back/)
  chat.type(keys.esc)
  await chat.sees('^K checkpoints')
  chat.type(`/undo${keys.enter}`)
  await chat.sees(/Condensing undone[\s\S]*tokens – 80%/)
  chat.type(`/redo${keys.enter}`)
  await chat.sees(/Condensing redone[\s\S]*tokens – [1-4]\d%/)
})

test('X, C14 /compact --preview tells retention, facts and budget, changes nothing, and c condenses', async () => {
  const id = await room().sample()
  const before = await room().api.view(id)
  const chat = room().open(['chat', id])
  await chat.sees('tokens – 80%')
  chat.type(`/compact --preview${keys.enter}`)
  const page = await chat.sees(/folds[\s\S]*cost[\s\S]*c condense now/)
  expect(page).toMatch(/retains\s+\d+% of \d+ facts/)
  expect(page).toMatch(/summary\s+[\d,]+ of [\d,]+ tokens/)
  expect(await room().api.view(id)).toEqual(before)
  chat.type('c')
  expect(await chat.sees(receipt)).toContain(await receiptOf(id))
})

test('X, F4, C8 --force begins below the threshold, Esc cancels it and loses no letter, --fast asks the other model', async () => {
  const id = await room().sample()
  const before = await room().api.view(id)
  // A model that begins to answer and never ends.
  await room().api.changeSettings({ summaryModel: 'local/half-open' })
  const chat = room().open(['chat', id])
  await chat.sees('tokens – 80%')
  chat.type(`/compact --force${keys.enter}`)
  await chat.sees(/Condensing context… \d+ s[\s\S]*Esc cancel/)
  chat.type('typed meanwhile')
  await chat.sees('› typed meanwhile')
  chat.type(keys.esc)
  await chat.sees(/Condensing cancelled[\s\S]*› typed meanwhile/)
  expect(await room().api.view(id)).toEqual(before)

  chat.type(`${ctrl('u')}/compact --force --fast${keys.enter}`)
  expect(await chat.sees(receipt)).toContain(await receiptOf(id))
})

/** Lets condensing start at this share, when a person asks for it. */
async function startsAt(id: string, share: number): Promise<void> {
  const { policy } = await room().api.conversation(id)
  await room().api.update(id, { policy: { ...policy, threshold: { ...policy.threshold, share } } })
}

const receipt = /✓ Compacted \d+ messages\n {3}Tokens: [\d,]+ → [\d,]+ \(saved [\d,]+\)/

/** The two lines that tell of the newest compaction. */
async function receiptOf(id: string): Promise<string> {
  const [newest] = await room().api.receipts(id)
  const { folded, before, after } = newest!
  const [from, to, saved] = [before, after, before - after].map(count => count.toLocaleString('en'))
  return ` ✓ Compacted ${folded} messages\n   Tokens: ${from} → ${to} (saved ${saved})`
}
