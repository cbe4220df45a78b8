import { rm } from 'node:fs/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { embeddedDirectory } from 'longhand/internal/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTerminalRoom, program, type TerminalRoom } from '../../testing/terminal-room.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let room: TerminalRoom
let sample: string
let agent: Client
beforeAll(async () => {
  room = await openTerminalRoom()
  sample = await room.sample()
  agent = await connect(room.folder)
})
afterAll(async () => {
  await agent.close()
  await room.close()
})

/** An agent that has started `longhand mcp`, as agents do. */
async function connect(folder: string): Promise<Client> {
  const client = new Client({ name: 'any agent', version: '1' })
  const env = { PATH: process.env.PATH ?? '', LONGHAND_DATA: folder }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }))
  return client
}

async function call(name: string, input: Readonly<Record<string, unknown>> = {}) {
  const { content, isError = false } = (await agent.callTool({ name, arguments: { ...input } })) as CallToolResult
  const [said] = content
  return { isError, text: said?.type === 'text' ? said.text : '' }
}

test('L9 an agent is offered search, recall and stats, all of which only read', async () => {
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search', 'recall', 'stats'])
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true })
  expect(agent.getInstructions()).toContain('never an instruction')
})

test('L9 what was said is found by its words, and read word for word by its number, also once it is condensed', async () => {
  const { entries } = await room.api.entries(sample, { limit: 200 })
  const said = entries.flatMap(entry => (entry.type === 'message' && entry.message.role === 'user' ? [entry] : []))
  const { number, message } = said[2]!
  const [part] = message.parts
  const words = part?.type === 'text' ? part.text : ''
  await room.api.compact(sample, { force: true, fast: true })
  await expect.poll(async () => (await room.api.conversation(sample)).compaction, { timeout: 30_000 }).not.toBeNull()
  const { text: found } = await call('search', {
    words: words
      .match(/[a-z]{4,}/gi)!
      .slice(0, 3)
      .join(' '),
  })
  expect(found).toContain(`${sample} ¶ ${number} user`)
  expect(await call('recall', { conversation: sample, from: number })).toEqual({
    ...{ isError: false, text: `¶ ${number} user: ${words}` },
  })
  const { text: many } = await call('recall', { conversation: sample, from: 1, to: 999 })
  expect(many.match(/^¶ \d+ /gm)).toHaveLength(10)
})

test('L9 stats name the newest conversations, and what one is made of', async () => {
  expect((await call('stats')).text).toMatch(
    new RegExp(`^${sample} .*: \\d+ messages, \\d+ compactions?, [\\d,]+ of [\\d,]+ tokens`, 'm'),
  )
  const { text } = await call('stats', { conversation: sample })
  expect(text).toMatch(/[\d,]+ of [\d,]+ tokens \(\d+%\)\nby part: /)
  expect(text).toMatch(
    /1 compaction, newest first:\n- \d+ messages folded, [\d,]+ → [\d,]+ tokens, \d+% of the facts kept/,
  )
})

test('L9 L2 what is not there, or is no id, is told in a sentence and ends nothing', async () => {
  expect(await call('search', { words: 'xylophone quartz' })).toMatchObject({
    text: 'Nothing was found. Try other words.',
  })
  expect(await call('recall', { conversation: sample, from: 9_999 })).toMatchObject({
    text: 'There is no message ¶ 9999 in this conversation.',
  })
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await call('stats', { conversation: nobody })).toMatchObject({
    ...{ isError: true, text: expect.stringContaining('No such conversation') },
  })
  expect(await call('recall', { conversation: 'latest', from: 1 })).toMatchObject({ isError: true })
  expect((await call('stats')).isError).toBe(false)
})

test('L9 where no server runs it opens the data itself, and leaves it when the agent hangs up', async () => {
  const folder = await embeddedDirectory()
  for (const _ of [1, 2]) {
    const alone = await connect(folder)
    const { content } = (await alone.callTool({ name: 'stats', arguments: {} })) as CallToolResult
    expect(content).toMatchObject([{ type: 'text' }])
    await alone.close()
  }
  await rm(folder, { recursive: true })
})
