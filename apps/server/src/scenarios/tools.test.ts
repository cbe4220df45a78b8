import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultsOf } from 'longhand/internal/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachChunk, textIn } from '../testing/chunks.ts'
import { until } from '../testing/scenarios/stage.ts'
import { openTalk, type Talk } from '../testing/scenarios/talk.ts'
import { calling, openToolStage, type ToolStage } from '../testing/scenarios/tool-stage.ts'
import { maxChars } from '../tools/tool-output.ts'

// Programs start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let stage: ToolStage
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'longhand-tools-')))
})
afterEach(async () => {
  await stage.close()
  await rm(folder, { recursive: true })
})

const path = (module: string) => new URL(import.meta.resolve(module)).pathname
const filesystem = path('@modelcontextprotocol/server-filesystem/dist/index.js')
const filesIn = (where: string) => ({ command: process.execPath, args: [filesystem, where] })
const moody = { command: process.execPath, args: [path('../testing/tool-server.child.ts')] }

const results = async ({ entries }: Talk) =>
  (await entries()).flatMap(entry => (entry.type === 'message' ? resultsOf(entry.message) : []))

test('H7, K2 a chat reads and writes files, gets a checkpoint, compacts, and can still say what it wrote', async () => {
  const note = 'Delivery of the rye loaf on the harbour route costs 47 euros and starts on 3 May.'
  await writeFile(join(folder, 'prices.txt'), 'The rye loaf costs 4.20 euros.\n')
  await writeFile(
    join(folder, 'minutes.txt'),
    'They talked about the oven, the flour and the long winter.\n'.repeat(200),
  )
  stage = await openToolStage({ files: filesIn(folder) })
  const { api } = stage.server
  const talk = await openTalk({ api })
  stage.script.push(
    calling(['read_text_file', { path: join(folder, 'prices.txt') }]),
    calling(['write_file', { path: join(folder, 'notes.md'), content: note }]),
  )
  const told = await talk.say('Read the prices and write down what delivery costs.')

  expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe(note)
  expect(stage.chats()[1]!.turns.at(-1)!.text).toContain('The rye loaf costs 4.20 euros.')
  expect(told).toContainEqual(
    expect.objectContaining({ type: 'tool-output-available', output: 'The rye loaf costs 4.20 euros.\n' }),
  )
  expect(await results(talk)).toMatchObject([
    { name: 'read_text_file', outcome: 'ok', output: 'The rye loaf costs 4.20 euros.\n' },
    { name: 'write_file', outcome: 'ok' },
  ])
  await until(async () => (await api.checkpoints(talk.id)).length > 0)
  const wrote = { kind: 'automatic', tags: ['code'], label: `Wrote ${join(folder, 'notes.md')}` }
  expect(await api.checkpoints(talk.id)).toMatchObject([wrote])

  stage.script.push(calling(['read_text_file', { path: join(folder, 'minutes.txt') }]))
  await talk.say('Now read the minutes.')
  for (let at = 0; at < 4; at++) await talk.say('Thank you, go on.')
  expect(await api.compact(talk.id, { force: true })).toMatchObject({ type: 'completed', receipt: { retention: 1 } })
  expect((await talk.view()).messages.flatMap(({ message }) => resultsOf(message))).toEqual([])
  await api.update(talk.id, { model: 'offline/quoting' })
  const answer = textIn(await talk.say('What did you write down about delivery in notes.md?'))
  expect(answer).toContain(note)
  expect(answer).toMatch(/— a tool, ¶ 5, from the summary/)
})

test('H7, K2 two servers with the same tools: each is called by its own name', async () => {
  for (const name of ['left', 'right-hand']) await mkdir(join(folder, name))
  const servers = { left: filesIn(join(folder, 'left')), 'right-hand': filesIn(join(folder, 'right-hand')) }
  stage = await openToolStage(servers)
  const talk = await openTalk(stage.server)
  const file = (name: string) => ({ path: join(folder, name, 'who.txt'), content: name })
  stage.script.push(calling(['left_write_file', file('left')], ['right-hand_write_file', file('right-hand')]))
  stage.script.push(calling(['left_write_file', file('right-hand')], ['write_file', file('left')]))
  await talk.say('Write to both.')
  for (const name of ['left', 'right-hand']) expect(await readFile(join(folder, name, 'who.txt'), 'utf8')).toBe(name)
  expect((await results(talk)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'error', 'error'])
  await until(async () => (await stage.server.api.checkpoints(talk.id)).length > 0)
  const [checkpoint] = await stage.server.api.checkpoints(talk.id)
  expect(checkpoint!.label).toMatch(/^Wrote .*\/left\/who\.txt, .*right/)
})

test('H7 no tool runs without a server that the configuration names; the model is told, not the person', async () => {
  stage = await openToolStage({})
  const talk = await openTalk(stage.server)
  stage.script.push(calling(['write_file', { path: join(folder, 'a.txt'), content: 'x' }]))
  const told = await talk.say('Write a file.')
  await expect(readFile(join(folder, 'a.txt'))).rejects.toThrow(/ENOENT/)
  expect(await results(talk)).toMatchObject([{ name: 'write_file', outcome: 'error' }])
  expect(textIn(told)).toContain('Done.')
  expect(stage.chats()[0]!.tools.toSorted()).toEqual(['compactContext', 'getContextStats', 'recall', 'searchMemories'])
})

test('H7 a server that crashes in mid-call is an error of that call; the next call finds it running again', async () => {
  stage = await openToolStage({ moody })
  const talk = await openTalk(stage.server)
  stage.script.push(calling(['crash', {}]))
  const told = await talk.say('Try it.')
  await stage.running()
  stage.script.push(calling(['echo', { said: 'Here again.' }]))
  await talk.say('And now?')
  expect(await results(talk)).toMatchObject([
    { name: 'crash', outcome: 'error', output: expect.stringMatching(/ended during this call/) },
    { name: 'echo', outcome: 'ok', output: 'Here again.' },
  ])
  expect(textIn(told)).toBe('Done.')
  expect(stage.lost).toHaveLength(1)
  expect(stage.chats()[0]!.tools).toEqual(stage.chats().at(-1)!.tools)
  expect(await stage.server.api.toolServers()).toMatchObject([{ name: 'moody', state: 'up' }])
})

test('H7, F1 a tool that says more than the window holds does not end the conversation', async () => {
  stage = await openToolStage({ moody }, 8_000)
  const talk = await openTalk(stage.server)
  stage.script.push(calling(['letters', { many: 600_000 }]))
  const told = await talk.say('Read it all.')
  const output = String((await results(talk))[0]!.output)
  expect(output.length).toBeGreaterThan(maxChars * 0.9)
  expect(output.length).toBeLessThan(maxChars + 100)
  expect(output).toContain('500,000 characters left out')
  expect(textIn(told)).toBe('Done.')
  expect((await talk.view()).messages.map(({ kind }) => kind)).toContain('trimmed')
  expect(stage.chats().at(-1)!.turns.at(-1)!.text.length).toBeLessThan(4_000)
})

test('H7, F4 stop ends a tool that is at work, here and there, and the conversation goes on', async () => {
  stage = await openToolStage({ moody })
  const { api } = stage.server
  const talk = await openTalk({ api })
  const mark = join(folder, 'begun')
  stage.script.push(calling(['echo', { said: 'I am done.' }], ['fail', {}], ['wait', { mark }]))
  const waiting = talk.say('Wait.')
  await until(() => existsSync(mark))
  let answered = 0
  for await (const { type } of eachChunk(await api.resume(talk.id, {}))) {
    if (type.startsWith('tool-output') && ++answered === 2) break
  }
  await api.stop(talk.id)
  await waiting
  stage.script.push(calling(['cancelled', {}]))
  await talk.say('How many were cancelled?')
  const kept = [
    { name: 'echo', outcome: 'ok', output: 'I am done.' },
    { name: 'fail', outcome: 'error', output: 'The disk is full.' },
  ]
  // Calls at once end in any order.
  const byName = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] =>
    all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(byName(await results(talk))).toMatchObject(byName([...kept, { name: 'cancelled', output: '1' }]))
  // V6 the model reads what was answered as it was, and of the other that it was not.
  const read = (await talk.view()).messages.flatMap(({ message }) => resultsOf(message))
  expect(byName(read)).toMatchObject(byName([...kept, { name: 'wait', outcome: 'missing' }, { name: 'cancelled' }]))
})

test('W15 the tools of the view are those of the request, word for word', async () => {
  stage = await openToolStage({ files: filesIn(folder) })
  const talk = await openTalk({ api: stage.server.api })
  await talk.say('Hello.')
  const { tools } = await stage.server.api.view(talk.id)
  const sent = (stage.chats()[0]!.body as { tools: { name: string; description: string; input_schema: object }[] })
    .tools
  expect(tools.map(({ name }) => name)).toContain('read_text_file')
  expect(tools).toEqual(
    sent.map(({ name, description, input_schema }) =>
      expect.objectContaining({ name, description, schema: input_schema }),
    ),
  )
})
