import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
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

test('X without a terminal /compact prints what the terminal prints: why it is not needed, then messages and tokens', async () => {
  const id = await room().sample()
  const { stdout, stderr, code } = await piped(['chat', id], '/compact\n/compact --force\n/compact --force\n')
  const [receipt] = await room().api.receipts(id)
  const [rest, title, tokens, cooldown] = stdout.split('\n')
  expect(rest).toBe('No compaction needed: 79.8% used; it starts at 80%. Add --force to do it now.')
  expect([title, tokens]).toEqual([`✓ Compacted ${receipt!.folded} messages`, tokensLine(receipt!)])
  expect(cooldown).toMatch(/Possible again in \d+ s\.$/)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
})

test('X, C5 without a terminal an automatic compaction is told on standard error, beside the answers', async () => {
  const id = await room().sample()
  const { stdout, stderr } = await piped(
    ['chat', id],
    'What of the index?\nAnd the tests?\nAnd the mail?\nAnd the rest?\n',
  )
  const [receipt] = await room().api.receipts(id)
  expect(receipt).toMatchObject({ trigger: 'threshold' })
  expect(stderr).toBe(`✓ Compacted ${receipt!.folded} messages\n${tokensLine(receipt!)}\n`)
  expect(stdout).not.toContain('Compacted')
})

test('X without a terminal /compact waits for a summary that takes longer than one response', async () => {
  const id = await room().sample()
  await room().api.changeSettings({ summaryModel: 'local/half-open' })
  const running = piped(['chat', id], '/compact --force\n/context\n')
  while ((await room().api.conversation(id)).compacting === null) await setTimeout(200)
  // Longer than the server lets one response wait.
  await setTimeout(6_500)
  await room().api.cancelCompaction(id)
  const { stdout, stderr, code } = await running
  expect(stdout).toMatch(/^[\d,]+ \/ [\d,]+ tokens – 80% · \w+\n$/)
  expect(stderr).toBe('longhand: Nothing was condensed. The view is unchanged; try again.\n')
  expect(code).toBe(1)
})

function tokensLine({ before, after }: { readonly before: number; readonly after: number }): string {
  const [from, to, saved] = [before, after, before - after].map(count => count.toLocaleString('en'))
  return `  Tokens: ${from} → ${to} (saved ${saved})`
}

const piped = (args: readonly string[], input: string) =>
  new Promise<{ stdout: string; stderr: string; code: number | null }>(resolve => {
    const env = { ...process.env, LONGHAND_DATA: room().folder }
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ stdout, stderr, code: child.exitCode }),
    )
    child.stdin?.end(input)
  })
