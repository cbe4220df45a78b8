import { rm } from 'node:fs/promises'
import { embeddedDirectory } from 'longhand/internal/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { program } from '../testing/terminal-room.ts'
import { ctrl, keys, watchTerminal } from '../testing/watched-terminal.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
beforeAll(async () => {
  folder = await embeddedDirectory()
})
afterAll(() => rm(folder, { recursive: true }))

const open = (...args: readonly string[]) => watchTerminal({ args: [program, ...args], folder })

test('X, K7 a terminal that had the server inside is killed: what was said is there, and the next start offers it', async () => {
  const first = open('chat')
  await first.sees(/Sample conversation[\s\S]*q quit/)
  first.type('n')
  await first.sees('Write the first message')
  first.type(`The port is 4711.${keys.enter}`)
  await first.sees(/2 model │[\s\S]*\^C quit/)
  first.kill('SIGKILL')
  await first.ended

  const second = open('chat')
  await second.sees(/Resume (?:from checkpoint|where you left off)\?[\s\S]*q quit/)
  second.type(keys.enter)
  await second.sees(/1 You ┃ The port is 4711\.[\s\S]*2 model/)
  second.type(ctrl('c'))
  expect(await second.ended).toBe(0)
})
