import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { program, terminalRoomForTests } from '../../testing/terminal-room.ts'
import { ctrl, keys } from '../../testing/watched-terminal.ts'

const room = terminalRoomForTests()

test('X, P2 what is written is said and answered, a paste is sent whole, a message is protected and released', async () => {
  const id = await room().blank()
  const chat = room().open(['chat', id])
  await chat.sees('Write the first message')
  chat.type('The queue lives in Postgres.')
  await chat.sees('› The queue lives in Postgres.')
  chat.type(keys.enter)
  await chat.sees(/2 ok │ Here is what I found: .* green\.[\s\S]*\^C quit/)

  const lines = Array.from({ length: 300 }, (_, at) => `log line ${at}`)
  chat.type(`\u001b[200~${lines.join('\r')}\u001b[201~`)
  await chat.sees('[pasted 1: 300 lines]')
  chat.type(keys.enter)
  await chat.sees(/4 ok │ Here[\s\S]*\^C quit/)
  const { entries } = await room().api.entries(id)
  expect(entries[2]).toMatchObject({ message: { parts: [{ text: lines.join('\n') }] } })

  chat.type(`/protect 4${keys.enter}`)
  await chat.sees(/4 ok ┃ Here/)
  chat.type(`/unprotect 4${keys.enter}`)
  await chat.sees(/4 ok │ Here/)
})

test('X, M without colours commands are completed and corrected, the screen follows its size, Ctrl-C leaves the way back', async () => {
  const id = await room().blank()
  const chat = room().open(['chat', id], { env: { NO_COLOR: '1' } })
  await chat.sees('Write the first message')
  chat.type('/sav')
  await chat.sees('/save-progress  Save a checkpoint here')
  chat.type(keys.tab)
  await chat.sees(/^ › \/save-progress *$/m)
  chat.type(`${ctrl('u')}/compat${keys.enter}`)
  await chat.sees(/No command \/compat +Did you mean \/compact\?/)
  chat.type(`${ctrl('u')}One word${keys.enter}`)
  await chat.sees(/2 ok │ Here[\s\S]*\^C quit/)

  chat.resize({ columns: 58, rows: 20 })
  await chat.sees(/^│ 2 ok$/m)
  chat.resize({ columns: 110, rows: 40 })
  const wide = await chat.sees(/^ +2 ok │ Here[\s\S]*\/ commands/m)
  expect(wide.match(/\/ commands/g)).toHaveLength(1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escapes.
  expect(chat.written()).not.toMatch(/\u001b\[\d+m/)

  chat.type(ctrl('c'))
  expect(await chat.ended).toBe(0)
  await chat.sees(`Continue with: longhand chat ${id}`)
})

test('X a conversation that is not there leaves one line on the screen', async () => {
  const chat = room().open(['chat', 'nowhere'])
  expect(await chat.ended).toBe(1)
  expect((await chat.sees('UUIDs.')).trim()).toBe('longhand: There is no "nowhere" here: ids are UUIDs.')
})

test('X without a terminal lines are sent and answers printed; a command that fails is told, with the exit code of an error', async () => {
  const id = await room().blank()
  const { stdout, stderr, code } = await piped(['chat', id], 'The port is 4711.\n\nWhich port?\n/restore nowhere\n')
  expect(stdout).toMatch(/^(Here is what I found: .*\n){2}$/)
  expect(stderr).toMatch(/^longhand: .+\n$/)
  expect(code).toBe(1)
  expect((await room().api.entries(id)).entries).toHaveLength(4)
})

const piped = (args: readonly string[], input: string) =>
  new Promise<{ stdout: string; stderr: string; code: number | null }>(resolve => {
    const env = { ...process.env, LONGHAND_DATA: room().folder }
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ stdout, stderr, code: child.exitCode }),
    )
    child.stdin?.end(input)
  })
