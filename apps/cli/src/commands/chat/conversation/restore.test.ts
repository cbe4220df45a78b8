import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { terminalRoomForTests } from '../../../testing/terminal-room.ts'
import { ctrl, keys } from '../../../testing/watched-terminal.ts'

const room = terminalRoomForTests()

test('X, K3, K4 a checkpoint is saved with its id, and leads back by command and from the list', async () => {
  const id = await room().blank()
  const chat = room().open(['chat', id])
  await chat.sees('Write the first message')
  chat.type(`Before${keys.enter}`)
  await chat.sees(/2 ok │ Here[\s\S]*\^C quit/)
  chat.type(`/save-progress "x"${keys.enter}`)
  await chat.sees('Checkpoint saved: x')
  const saved = (await room().api.checkpoints(id)).find(({ label }) => label === 'x')!
  await chat.sees(new RegExp(`Checkpoint saved: x +${saved.id}`))

  chat.type(`After${keys.enter}`)
  await chat.sees(/4 ok │ Here[\s\S]*\^C quit/)
  chat.type(`/restore ${saved.id}${keys.enter}`)
  const back = await chat.sees(/2 messages[\s\S]*Back at “x”[\s\S]*\^C quit/)
  expect(back).not.toContain('After')

  chat.type(ctrl('k'))
  await chat.sees(/● Now[\s\S]*● x[\s\S]*Esc back/)
  chat.type(keys.down)
  await chat.sees(/● x .*\n │ {3}local\/ok · 2 messages/)
  chat.type(keys.enter)
  await chat.sees('Back at “x”')
  chat.type(`/restore nowhere${keys.enter}`)
  await chat.sees(/There is no checkpoint nowhere +\/checkpoints lists them/)
})

test('X, K7 what was killed is offered at the next start with every letter, once; after a clean exit nothing is', async () => {
  const id = await room().sample()
  await room().api.saveCheckpoint(id, 'half way')
  const chat = room().open(['chat', id])
  await chat.sees('tokens – 80%')
  chat.type('typed before the end')
  await chat.sees('› typed before the end')
  // The disk follows the hand; a moment later every letter is there.
  const draft = join(room().folder, 'drafts', `longhand-draft-${id}.txt`)
  await vi.waitFor(() => expect(readFileSync(draft, 'utf8')).toBe('typed before the end'), 10_000)
  chat.kill('SIGKILL')
  await chat.ended

  const next = room().open(['chat'])
  await next.sees(/Resume from checkpoint\? \d\d:\d\d – half way[\s\S]*q quit/)
  next.type(keys.enter)
  await next.sees('› typed before the end')
  next.type(ctrl('c'))
  expect(await next.ended).toBe(0)

  const last = room().open(['chat'])
  await last.sees(/A loader that survives[\s\S]*q quit/)
  expect(last.screen()).not.toContain('Resume from checkpoint?')
  last.type('/accountant')
  await last.sees(/¶ \d+ A loader that survives.*accountant/)
  last.type(keys.enter)
  await last.sees('^K checkpoints')
})
